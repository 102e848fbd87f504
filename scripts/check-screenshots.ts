/**
 * Checks `docs/pictures`: every page of the dashboard is in the list of screenshots, every screenshot of the list exists at
 * each width and in each theme, and no other screenshot exists. Usage: `node scripts/check-screenshots.ts [folder]`; exit
 * code 1 with one line per fault.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DASHBOARD_PATHS } from '../src/identity/pages/dashboard-pages.ts';
import { faultsOfScreenshots, SCREENSHOT_LIST } from './screenshot-list.ts';

const folder = resolve(process.argv[2] ?? 'docs/pictures');
const list = join(folder, SCREENSHOT_LIST);
const files = new Map(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]));
const faults = faultsOfScreenshots(
	{ files, list: existsSync(list) ? readFileSync(list, 'utf8') : undefined },
	DASHBOARD_PATHS,
);
for (const fault of faults) console.log(fault);
console.log(
	`screenshots: read ${files.size} files, ${DASHBOARD_PATHS.length} pages, ${faults.length} problems`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
