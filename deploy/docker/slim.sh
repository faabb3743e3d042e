#!/bin/sh
# Takes out of node_modules what no running app reads: packages for developers, what the build has put into its bundles,
# TypeScript (Node runs none from packages), maps, development builds, manuals, symbols for debuggers.
set -eu
cd "$(dirname "$0")/../.."
# npm prune does the same, and asks the registry about packages that it will not install.
node -e 'for (const [path, { dev }] of Object.entries(JSON.parse(fs.readFileSync("package-lock.json")).packages))
  if (dev) fs.rmSync(path, { recursive: true, force: true });'
cd node_modules
rm -rf .bin .cache .vite*
rm -rf pdfjs-dist @napi-rs react-aria react-aria-components react-stately @react-aria @react-stately @react-types @internationalized @swc \
  lucide-react uqr
rm -rf node-linux-*/include node-linux-*/share typescript @typescript
find . -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.tsx' -o -name '*.flow' -o -name '*.a' \) -delete
find . -type f \( -iname 'CHANGELOG*' -o -iname 'README*' -o -iname 'HISTORY*' \) -delete
rm -rf satori/dist/*.cjs satori/dist/experimental.* react-dom/cjs/*.development.js react-dom/cjs/*.profiling.js
# Symbols are a fifth of Node and more of the database's libraries.
strip --strip-unneeded node-linux-*/bin/node
find @embedded-postgres -type f \( -path '*/bin/*' -o -name '*.so*' \) -exec strip --strip-unneeded {} +
