/**
 * Builds the documentation site into `dist/docs`, from which the service serves it. `npm ci`, `npm start` and `npm
 * run docs` run this script; it does nothing when the site is current.
 */
import { join } from 'node:path';
import { requireNode } from './node-version.ts';
import { buildSite } from './site/site-build.ts';

requireNode();
const target = join(import.meta.dirname, '..', 'dist', 'docs');
if ((await buildSite(target)) === 'built') console.log('built the documentation into dist/docs');
