/**
 * Builds the dashboard into a folder, unless what lies there was built from the same files. Built beside it first and
 * then put in its place, so that two who build at once, or a service that reads, never see half of it.
 */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import { putInPlace } from './put-in-place.ts';
import { filesOnDisk } from './repository-files.ts';

const ROOT = join(import.meta.dirname, '..');
/** What the built files follow from. The lockfile stands for the compiler and the libraries. */
const SOURCES = ['dashboard', 'client'];
const FILES = ['package-lock.json', 'scripts/dashboard-build.ts'];
const MARK = 'built-from';
/** Browsers load files with these endings; the build packs each of them. */
const PACKED: ReadonlySet<string> = new Set(['.js', '.css', '.svg']);

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
		packFiles(fresh);
		writeFileSync(join(fresh, MARK), mark);
		// A temporary folder is its maker's alone; the service may run as somebody else.
		chmodSync(fresh, 0o755);
		putInPlace(fresh, target);
	} finally {
		rmSync(fresh, { recursive: true, force: true });
	}
	return 'built';
}

/** Writes each file twice more beside itself: for browsers that read Brotli (`.br`), and for those that read gzip (`.gz`). */
function packFiles(folder: string): void {
	for (const name of readdirSync(folder)) {
		if (!PACKED.has(extname(name))) continue;
		const content = readFileSync(join(folder, name));
		const params = { [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY };
		writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params }));
		writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: zlib.Z_BEST_COMPRESSION }));
	}
}

function sourceMark(): string {
	const hash = createHash('sha256');
	const paths = [...SOURCES.flatMap((folder) => filesOnDisk(ROOT, folder)), ...FILES];
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
