#!/bin/sh
# Takes out of node_modules what no running app reads: types, maps, sources of libraries, manuals, symbols for debuggers.
set -eu
cd "$(dirname "$0")/../../node_modules"
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.flow' -o -name '*.a' \) -delete
find . -type f \( -iname 'CHANGELOG*' -o -iname 'README*' \) -delete
rm -rf node-linux-*/include node-linux-*/share typescript @typescript lucide-react/dist/umd .cache
rm -rf react-aria/src react-stately/src react-aria-components/src
if command -v strip > /dev/null; then
  strip --strip-unneeded node-linux-*/bin/node
  find @embedded-postgres -type f \( -path '*/bin/*' -o -name '*.so*' \) -exec strip --strip-unneeded {} +
fi
