/**
 * Builds files into a folder, unless that folder was already built from the same sources. The files are first built
 * in a new folder beside the target, which then replaces the target. Concurrent builds and a running service
 * therefore never see a partial result.
 */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import { putInPlace } from './put-in-place.ts';
import { filesOnDisk } from './repository-files.ts';

const ROOT = join(import.meta.dirname, '..');
const MARK = 'built-from';

/**
 * Sources that determine the result: whole folders without their tests, and single files. Paths are relative to the
 * repository root.
 */
export type BuildSources = { readonly folders: readonly string[]; readonly files: readonly string[] };

/**
 * Calls `fill` with an empty folder and replaces `target` with that folder.
 * @returns `current` when `target` was already built from the same sources
 * @throws the error of `fill`; `target` stays unchanged
 */
export async function buildBeside(
	target: string,
	sources: BuildSources,
	fill: (folder: string) => Promise<void>,
): Promise<'built' | 'current'> {
	const mark = markOf(sources);
	if (markIn(target) === mark) return 'current';
	const parent = dirname(target);
	mkdirSync(parent, { recursive: true });
	const fresh = mkdtempSync(join(parent, `.${basename(target)}-`));
	try {
		await fill(fresh);
		packFiles(fresh);
		writeFileSync(join(fresh, MARK), mark);
		// A new temporary folder can only be read by its owner, but the service may run as another user.
		chmodSync(fresh, 0o755);
		putInPlace(fresh, target);
	} finally {
		rmSync(fresh, { recursive: true, force: true });
	}
	return 'built';
}

/** Brotli quality by file extension. Files with any other extension are not compressed. */
const QUALITY: Readonly<Record<string, number>> = {
	'.js': zlib.BROTLI_MAX_QUALITY,
	'.css': zlib.BROTLI_MAX_QUALITY,
	'.svg': zlib.BROTLI_MAX_QUALITY,
	// At the highest quality, compressing all documentation pages would take three seconds and save only a tenth of
	// their size.
	'.html': 9,
	'.json': 9,
};

/** Writes two compressed copies beside each file: `.br` for browsers that accept Brotli, `.gz` for gzip. */
function packFiles(folder: string): void {
	for (const name of filesOnDisk(folder, '')) {
		const quality = QUALITY[extname(name)];
		if (quality === undefined) continue;
		const path = join(folder, name);
		const content = readFileSync(path);
		const params = { [zlib.BROTLI_PARAM_QUALITY]: quality };
		writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
		writeFileSync(`${path}.gz`, gzipSync(content, { level: zlib.Z_BEST_COMPRESSION }));
	}
}

function markOf({ folders, files }: BuildSources): string {
	const hash = createHash('sha256');
	const paths = [...folders.flatMap((folder) => filesOnDisk(ROOT, folder)), ...files];
	for (const path of paths.filter((name) => !name.endsWith('.test.ts')))
		hash
			.update(path)
			.update('\0')
			.update(readFileSync(join(ROOT, path)))
			.update('\0');
	return hash.digest('hex');
}

function markIn(target: string): string | undefined {
	try {
		return readFileSync(join(target, MARK), 'utf8');
	} catch {
		return undefined;
	}
}
