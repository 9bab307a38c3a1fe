#!/usr/bin/env bash
# Holds our outlines against the languages' own compilers, on a fixed corpus fetched from the package registries.
#
#   tests/reference/run.sh [DIR] [LANGUAGE...]    all languages, or those named; prints precision and recall
#   tests/reference/run.sh --excerpt [DIR]        writes excerpt/answers.jsonl anew from the references
#
# DIR keeps tools and corpora for the next run (default: a new temporary folder). Needs cargo, node with npm, python3
# with pip, javac, and on a Debian `apt-get` for Go and for the corpora of Go, Java, PHP and Ruby. Nothing of the
# corpora enters the repository. The differences of each language are in DIR/out/LANGUAGE.diff.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
excerpt=no
if [ "${1:-}" = --excerpt ]; then
    excerpt=yes
    shift
fi
dir=${1:-$(mktemp -d)}
mkdir -p "$dir"/{tools,corpus,debs,out}
dir=$(cd "$dir" && pwd)
shift || true
all=(python typescript javascript go rust java php ruby)
[ $# -gt 0 ] && all=("$@")
export REFERENCES=$dir/tools

# --- the references

node_tools() {
    (cd "$dir/tools" && { [ -f package.json ] || npm init -y; } &&
        npm install --no-audit --no-fund --ignore-scripts typescript@5.9.2 php-parser@3.2.5 @ruby/prism@1.6.0) \
        >"$dir/out/npm.log" 2>&1
}

go_tool() {
    command -v go >/dev/null || apt-get install -y -q --no-install-recommends golang-go >"$dir/out/apt.log" 2>&1
    (cd "$dir/tools" && GOFLAGS=-mod=mod GO111MODULE=off go build -o go_parser "$here/go_parser.go")
}

syn_tool() { cargo build -q --release --manifest-path "$here/syn/Cargo.toml" --target-dir "$dir/tools/syn"; }

java_tool() { javac -d "$dir/tools/java" "$here/Javac.java"; }

# One side of the comparison: paths on standard input, JSON lines on standard output.
reference() {
    case $1 in
        python) python3 "$here/python_ast.py" "$2" ;;
        typescript | javascript) node "$here/typescript.mjs" "$2" ;;
        go) "$dir/tools/go_parser" "$2" ;;
        rust) "$dir/tools/syn/release/reference-syn" "$2" ;;
        java) java -Xss64m -cp "$dir/tools/java" Javac "$2" ;;
        php) node "$here/php.mjs" "$2" ;;
        ruby) node --no-warnings "$here/prism.mjs" "$2" ;;
    esac
}

# Builds what the languages named on the command line need.
build_references() {
    case " ${all[*]} " in *script\ * | *php* | *ruby*) node_tools ;; esac
    case " ${all[*]} " in *\ go\ *) go_tool ;; esac
    case " ${all[*]} " in *\ rust\ *) syn_tool ;; esac
    case " ${all[*]} " in *\ java\ *) java_tool ;; esac
}

# --- the corpora

wheel() { # name==version folder
    local at=$dir/debs/$1
    python3 -m pip download -q --disable-pip-version-check --no-deps --only-binary :all: -d "$at" "$1"
    (cd "$2" && for file in "$at"/*.whl; do python3 -m zipfile -e "$file" .; done)
}

tarball() { # name@version folder
    local file
    file=$(cd "$dir/debs" && npm pack --silent "$1")
    mkdir -p "$2/$1" && tar -xzf "$dir/debs/$file" -C "$2/$1" --strip-components 1
}

debian() { # package folder
    (cd "$dir/debs" && apt-get download -q "$1" >/dev/null 2>&1 && dpkg -x "$1"_*.deb "$2")
}

fetch() {
    local one
    local to=$dir/corpus/$1
    [ -e "$to.done" ] && return
    rm -rf "$to" && mkdir -p "$to"
    case $1 in
        python)
            wheel django==5.1.4 "$to"
            wheel sympy==1.13.3 "$to"
            ;;
        typescript)
            for one in rxjs@7.8.1 effect@3.12.0 zod@4.0.0 mobx@6.13.5 @reduxjs/toolkit@2.5.0 react-native-paper@5.12.5 \
                @react-navigation/core@7.3.1 @react-navigation/stack@7.1.1 react-native-gesture-handler@2.21.2 \
                react-native-reanimated@3.16.5 @tanstack/react-query@5.62.8 @tanstack/query-core@5.62.8; do
                tarball "$one" "$to"
            done
            ;;
        javascript)
            for one in three@0.171.0 lodash@4.17.21 express@4.21.2 webpack@5.97.1 preact@10.25.2 react-dom@18.3.1 \
                eslint@9.17.0 chart.js@2.9.4; do
                tarball "$one" "$to"
            done
            ;;
        go) debian golang-1.19-src "$to" ;;
        rust)
            mkdir -p "$dir/vendor/src" && : >"$dir/vendor/src/lib.rs"
            {
                printf '[package]\nname = "corpus"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n[dependencies]\n'
                for one in tokio=1.42.0 syn=2.0.90 serde=1.0.216 clap_builder=4.5.23 regex-automata=0.4.9 \
                    image=0.25.5 hashbrown=0.15.2 rayon=1.10.0 futures-util=0.3.31 chrono=0.4.39; do
                    printf '%s = "=%s"\n' "${one%=*}" "${one#*=}"
                done
            } >"$dir/vendor/Cargo.toml"
            (cd "$dir/vendor" && cargo vendor -q --versioned-dirs "$to/all" >/dev/null)
            for one in tokio-1.42.0 syn-2.0.90 serde-1.0.216 clap_builder-4.5.23 regex-automata-0.4.9 image-0.25.5 \
                hashbrown-0.15.2 rayon-1.10.0 futures-util-0.3.31 chrono-0.4.39; do
                mv "$to/all/$one" "$to/"
            done
            rm -rf "$to/all"
            ;;
        java)
            debian openjdk-17-source "$to/deb"
            (cd "$to" && python3 -m zipfile -e deb/usr/lib/jvm/openjdk-17/lib/src.zip . && rm -rf deb)
            ;;
        php)
            debian wordpress "$to"
            debian phpmyadmin "$to"
            ;;
        ruby)
            debian libruby3.1 "$to"
            for one in ruby-activerecord ruby-activesupport ruby-actionpack ruby-sinatra; do debian "$one" "$to"; done
            ;;
    esac
    touch "$to.done"
}

# The files of a corpus, by path from its folder.
files() {
    local pattern
    case $1 in
        python) pattern='\.py$' ;;
        typescript) pattern='/(src|Reanimated)/.*\.tsx?$' ;;
        javascript) pattern='\.(js|jsx|mjs|cjs)$' ;;
        go) pattern='\.go$' ;;
        rust) pattern='\.rs$' ;;
        java) pattern='^(\./)?java\.(base|logging|net\.http|xml)/.*\.java$' ;;
        php) pattern='\.php$' ;;
        ruby) pattern='\.rb$' ;;
    esac
    (cd "$dir/corpus/$1" && find . -type f | sed 's,^\./,,' | grep -E "$pattern" | grep -vE '\.min\.|\.d\.ts$' | LC_ALL=C sort)
}

# The answers of the last run stand while the extractors are older.
fresh() {
    [ -s "$dir/out/$1.theirs" ] && [ -z "$(find "$here" -newer "$dir/out/$1.theirs" \( -name '*.mjs' -o -name '*_*.*' \
        -o -path '*/syn/*' -o -name '*.java' \) -not -path '*/excerpt/*')" ]
}

# --- both sides

build_references
if [ $excerpt = yes ]; then
    cd "$here/excerpt"
    : >answers.jsonl
    for one in "${all[@]}"; do
        case $one in
            python) name=*.py ;; typescript) name=*.ts* ;; javascript) name=*.js ;; go) name=*.go ;;
            rust) name=*.rs ;; java) name=*.java ;; php) name=*.php ;; ruby) name=*.rb ;;
        esac
        find . -name "$name" | sed 's,^\./,,' | LC_ALL=C sort | reference "$one" . >>answers.jsonl
    done
    wc -l answers.jsonl
    exit
fi
cargo build -q --locked --manifest-path "$here/../../Cargo.toml" --example outline --target-dir "${CARGO_TARGET_DIR:-$here/../../target}"
outline=${CARGO_TARGET_DIR:-$here/../../target}/debug/examples/outline
status=0
for one in "${all[@]}"; do
    fetch "$one"
    files "$one" >"$dir/out/$one.files"
    fresh "$one" || reference "$one" "$dir/corpus/$one" <"$dir/out/$one.files" >"$dir/out/$one.theirs"
    "$outline" "$dir/corpus/$one" <"$dir/out/$one.files" >"$dir/out/$one.ours"
    python3 "$here/compare.py" "$one" "$dir/out/$one".{ours,theirs,diff} || status=1
done
exit $status
