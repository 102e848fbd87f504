/**
 * Builds the dashboard into a folder, unless what lies there was built from the same files. Built beside it first and
 * then put in its place, so that two who build at once, or a service that reads, never see half of it.
 */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { putInPlace } from './put-in-place.ts';
import { filesOnDisk } from './repository-files.ts';

const ROOT = join(import.meta.dirname, '..');
/** What the built files follow from. The lockfile stands for the compiler and the libraries. */
const SOURCES = ['dashboard', 'src/client'];
const LOCKFILE = 'package-lock.json';
const MARK = 'built-from';

/** Whether it had to be built. @throws Error of the compiler, with its sentence and the place. */
export async function buildDashboard(target: string): Promise<'built' | 'current'> {
	const mark = sourceMark();
	if (markOf(target) === mark) return 'current';
	const parent = dirname(target);
	mkdirSync(parent, { recursive: true });
	const fresh = mkdtempSync(join(parent, '.dashboard-'));
	try {
		// Only now, for it takes longer to load than to see that nothing has changed.
		const { build } = await import('vite');
		await build({
			configFile: join(ROOT, 'dashboard/vite.config.ts'),
			build: { outDir: fresh, emptyOutDir: true },
		});
		writeFileSync(join(fresh, MARK), mark);
		// A temporary folder is its maker's alone; the service may run as somebody else.
		chmodSync(fresh, 0o755);
		putInPlace(fresh, target);
	} finally {
		rmSync(fresh, { recursive: true, force: true });
	}
	return 'built';
}

function sourceMark(): string {
	const hash = createHash('sha256');
	const paths = [...SOURCES.flatMap((folder) => filesOnDisk(ROOT, folder)), LOCKFILE];
	for (const path of paths.filter((name) => !name.endsWith('.test.ts')))
		hash
			.update(path)
			.update('\0')
			.update(readFileSync(join(ROOT, path)))
			.update('\0');
	return hash.digest('hex');
}

function markOf(target: string): string | undefined {
	try {
		return readFileSync(join(target, MARK), 'utf8');
	} catch {
		return undefined;
	}
}
