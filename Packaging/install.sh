#!/bin/sh
# Installs the programs of this folder, with manual pages and completions. Takes no root.
#
#   ./install.sh [--prefix DIR]                      installs below DIR (default: ~/.local)
#   DIR/lib/latchkey/install.sh --uninstall          removes what was installed
set -eu

here=$(cd "$(dirname "$0")" && pwd)
prefix=${HOME:-}/.local
uninstall=
# An installed copy of this script removes its own installation.
if [ -f "$here/installed" ]; then prefix=$(cd "$here/../.." && pwd); fi
while [ $# -gt 0 ]; do
    case $1 in
    --prefix)
        [ $# -gt 1 ] || { echo "error: --prefix takes a folder" >&2; exit 64; }
        prefix=$2
        shift
        ;;
    --prefix=*) prefix=${1#--prefix=} ;;
    --uninstall) uninstall=yes ;;
    *) echo "usage: install.sh [--prefix DIR] [--uninstall]" >&2; exit 64 ;;
    esac
    shift
done
installed=$prefix/lib/latchkey/installed

# Removes the files of an installation, and the folders that are empty without them.
remove() {
    cd "$prefix"
    { cat "$installed"; echo lib/latchkey/installed; } | while IFS= read -r file; do
        rm -f "$file"
        rmdir -p "$(dirname "$file")" 2>/dev/null || true
    done
}

if [ -n "$uninstall" ]; then
    [ -f "$installed" ] || { echo "error: nothing is installed below $prefix" >&2; exit 1; }
    remove
    echo "Removed Latchkey from $prefix."
    exit
fi

[ -d "$here/bin" ] || { echo "error: there are no programs in $here: run the script of the unpacked archive" >&2; exit 1; }
if ! version=$("$here/bin/latchkey" --version); then
    echo "error: the programs do not run here: they are for @SYSTEM@" >&2
    exit 1
fi
mkdir -p "$prefix/lib/latchkey" || exit 1
prefix=$(cd "$prefix" && pwd)
installed=$prefix/lib/latchkey/installed
if [ -f "$installed" ]; then remove; fi
mkdir -p "$prefix/lib/latchkey"
(cd "$here" && find bin lib share -type f) | sort >"$installed.new"
while IFS= read -r file; do
    mkdir -p "$prefix/$(dirname "$file")"
    # A running program keeps the file that it was started from.
    rm -f "$prefix/$file"
    cp "$here/$file" "$prefix/$file"
done <"$installed.new"
cp "$here/install.sh" "$prefix/lib/latchkey/install.sh"
echo lib/latchkey/install.sh >>"$installed.new"
mv "$installed.new" "$installed"

echo "Installed $version below $prefix. To remove it: $prefix/lib/latchkey/install.sh --uninstall"
case ":${PATH:-}:" in
*":$prefix/bin:"*) ;;
*)
    echo "$prefix/bin is not in your PATH. Add this line to ~/.profile (zsh: ~/.zprofile), and open a new terminal:"
    echo "  export PATH=\"$prefix/bin:\$PATH\""
    ;;
esac
