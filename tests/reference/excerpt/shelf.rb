# Functions of Ruby in the shapes that are easy to get wrong.
require "set"

module Outer
  # Doc comment.
  class Shelf < Struct.new(:a)
    attr_reader :size

    def initialize(size = 3, *rest, key: 1, **opts, &block)
      @size = size
    end

    def self.build(x)
      new(x)
    rescue ArgumentError
      nil
    ensure
      puts "end"
    end

    class << self
      def open; end

      private

      def close
        def reopened
        end
      end
    end

    def Shelf.named; end

    def endless(x) = x + 1

    def size=(value)
      @size = value
    end

    def [](i) @a[i] end
    def ==(other) = other.a == a
    def -@; self; end
    def !
      false
    end
    def ` (cmd)
      cmd
    end

    private def hidden?
      true
    end

    define_method(:dynamic) do |x|
      x
    end

    define_method("quoted!") { 1 }
    %w[a b].each do |n|
      define_method(:"#{n}_all") { n }
    end

    def text
      <<~EOS + <<-'RAW'
        def in_text
        end
        #{size}
      EOS
        def raw
        end
      RAW
    end

    case RUBY_VERSION
    when /^2/
      def by_version; 2; end
    else
      def by_version
        3
      end
    end

    module Deep::Deeper
      def in_deeper
        lambda { |x| x }
      end
      module_function
      def as_function; end
    end

    class ::TopLevel
      def top; end
    end
  end
end

class Outer::Second
  Inner = Class.new do
    def in_block; end
  end

  def if(unless: 1); end
  def outer
    [1].map do |i|
      def in_map
      end
    end
  end
end

obj = Object.new
def obj.single
  :a
end

def top_level(a,
              b)
  a if b
end unless true

=begin
def commented
end
=end
__END__
def after_the_end
end
