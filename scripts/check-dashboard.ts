/**
 * Checks the dashboard's types and markup with svelte-check, and the size of what a browser loads first. The
 * dashboard has its own TypeScript, because svelte-check needs a version with a compiler API. Usage: `node
 * scripts/check-dashboard.ts`; exit code 1 with the faults.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LANGUAGES } from '../src/domain/languages.ts';
import { buildDashboard } from './dashboard-build.ts';

const ROOT = join(import.meta.dirname, '..');
const DASHBOARD = join(ROOT, 'dashboard');
/**
 * Maximum gzipped size of everything that the browser loads before it shows the first figures. Charts are loaded
 * later and do not count.
 */
const FIRST_LOAD_BYTES_MAX = 60_000;
const OWN_STYLE = 'src/identity/pages/assets/style.css';

const problems = [...typeFaults(), ...(await weightFaults())];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function typeFaults(): readonly string[] {
	const { stdout, stderr, status } = spawnSync(
		process.execPath,
		[
			join(DASHBOARD, 'node_modules/svelte-check/bin/svelte-check'),
			'--tsconfig',
			'./tsconfig.json',
			'--output',
			'machine',
			'--fail-on-warnings',
		],
		{ cwd: DASHBOARD, encoding: 'utf8' },
	);
	const [, files = '0'] = /COMPLETED (\d+) FILES/.exec(stdout) ?? [];
	console.log(`svelte-check: read ${files} files`);
	if (Number(files) === 0) return [`svelte-check read nothing: ${stdout}${stderr}`];
	return status === 0 ? [] : [stdout];
}

async function weightFaults(): Promise<readonly string[]> {
	const target = mkdtempSync(join(tmpdir(), 'carrywire-dashboard-'));
	try {
		await buildDashboard(target);
		return LANGUAGES.flatMap((language) => weightFaultsIn(join(target, language), language));
	} finally {
		rmSync(target, { recursive: true, force: true });
	}
}

function weightFaultsIn(folder: string, language: string): readonly string[] {
	const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
	const paths = [...firstFiles(manifest, 'src/main.ts')].map((file) => join(folder, file));
	if (!paths.some((path) => path.endsWith('.js'))) return ['The build has no script to weigh.'];
	const bytes = [...paths, join(ROOT, OWN_STYLE)].reduce(
		(sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length,
		0,
	);
	const line = `first load (${language}): ${bytes} bytes gzipped in ${paths.length + 1} files, at most ${FIRST_LOAD_BYTES_MAX}`;
	console.log(line);
	return bytes > FIRST_LOAD_BYTES_MAX ? [`The first load is too heavy: ${line}.`] : [];
}

type Manifest = Readonly<
	Record<
		string,
		{ readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] }
	>
>;

/** Returns the files of a manifest entry and of its static imports. Dynamic imports are not part of the first load. */
function firstFiles(manifest: Manifest, name: string): Set<string> {
	const chunk = manifest[name];
	if (chunk === undefined) throw new Error(`The manifest of the dashboard has no ${name}.`);
	const files = new Set([chunk.file, ...(chunk.css ?? [])]);
	for (const imported of chunk.imports ?? [])
		for (const file of firstFiles(manifest, imported)) files.add(file);
	return files;
}
