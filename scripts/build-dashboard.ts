/**
 * Builds the dashboard into `dist/dashboard`, where the service serves it from. `npm ci` and `npm start` run it; it
 * does nothing when the dashboard is already built.
 */
import { join } from 'node:path';
import { buildDashboard } from './dashboard-build.ts';
import { requireNode } from './node-version.ts';

requireNode();
const target = join(import.meta.dirname, '..', 'dist', 'dashboard');
if ((await buildDashboard(target)) === 'built') console.log('built the dashboard into dist/dashboard');
