<!DOCTYPE html>
<p><?php
declare(strict_types=1);

namespace Shelf\Parts;

use function strlen;

/** Doc comment. */
#[Pure]
function plain(int $a, ?string ...$rest): ?array
{
    $closure = function () use ($a) { return $a; };
    $arrow = fn($x) => $x + 1;
    function nested() {
        return 1;
    }
    return null;
}

if (!function_exists('maybe')) {
    function &maybe(array &$list = ['a' => [1, 2]])
    {
        return $list;
    }
}

abstract class Shelf extends Base implements \Countable
{
    use Trunk { saw as private cut; }

    const SIZE = 3;
    private array $items = [];

    public function __construct(
        private readonly int $size = self::SIZE,
    ) {
        parent::__construct();
    }

    /** Doc. */
    abstract protected function required(string $name): static;

    final public static function make(): self { return new static(); }

    function implicit() {
        $text = <<<EOT
        function inText() {
        }
        EOT;
        return new class($text) extends Board {
            public function inAnonymous() { return 1; }
        };
    }

    public function list() {}
    public function __get($name) {
        switch ($name) {
            case 'a':
                return "{$this->items['a']}";
        }
    }
}

trait Trunk
{
    public function saw(): void
    {
    }

    private static function secret() {}
}

interface Keeps { public function kept(int|string $x); }

enum Wood: string
{
    case Oak = 'oak';

    public static function pick(): self
    {
        return self::Oak;
    }

    public function label(): string { return ucfirst($this->value); }
}
?>
<b><?= plain(1) ?></b>
<?php
function last_one() { ?>
  <i>markup</i>
<?php }
