/**
 * Packs the package as a release does, without the files beside it: `node scripts/pack-release.ts DIRECTORY`. The
 * container image is built from this package. `npm run release` makes a complete release.
 */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { requireNode } from './node-version.ts';
import { packRelease } from './release/release-package.ts';

requireNode();
const [to] = process.argv.slice(2);
if (to === undefined) throw new Error('Usage: node scripts/pack-release.ts DIRECTORY');
mkdirSync(to, { recursive: true });
const packed = packRelease(resolve(to));
packed[Symbol.dispose]();
console.log(`packed ${packed.file}`);
