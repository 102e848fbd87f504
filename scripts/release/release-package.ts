/**
 * Makes the package of a release: the files of `npm pack`, a manifest without the parts for development, and the exact
 * version of every dependency (`npm-shrinkwrap.json`). An installation therefore gets the versions that were tested and
 * that the bill of materials lists. Without that file npm would choose newer versions of indirect dependencies.
 */
import { execFileSync } from 'node:child_process';
import {
	chmodSync,
	copyFileSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const LOCKFILE = 'package-lock.json';
const SHRINKWRAP = 'npm-shrinkwrap.json';
/** Fields of package.json that are for development only. */
const DEVELOPMENT = ['scripts', 'devDependencies', 'workspaces', 'allowScripts'];
/** Files of the package that are programs; all other files are not executable. */
const PROGRAM = /^(?:bin|packaging\/bin)\//;
const OUTPUT_BYTES_MAX = 2 ** 26;

/** A packed release. */
export type ReleasePackage = Disposable & {
	/** File name of the tarball, such as `carrywire-0.2.0.tgz`. */
	readonly file: string;
	/** Folder with the unpacked content, until the object is disposed. */
	readonly content: string;
};

type Locked = { readonly version?: string; readonly integrity?: string; resolved?: string };
type Lockfile = { readonly packages: Readonly<Record<string, Locked>> };

/**
 * Builds and packs the package into the folder `to`. Files, dates and modes do not depend on the machine, so equal
 * sources give equal bytes.
 * @throws Error when the sources do not build, or npm fails
 */
export function packRelease(to: string): ReleasePackage {
	execFileSync(process.execPath, [join(ROOT, 'scripts/build.ts')], { cwd: ROOT, stdio: 'inherit' });
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-release-'));
	const remove = (): void => rmSync(folder, { recursive: true, force: true });
	try {
		const packed = pack(ROOT, folder);
		// npm names a bill of materials after this folder.
		const content = join(folder, 'carrywire');
		mkdirSync(content);
		execFileSync('tar', ['-xzf', join(folder, packed), '-C', content, '--strip-components=1']);
		trimManifest(content);
		lockDependencies(content);
		setModes(content);
		return { file: pack(content, to), content, [Symbol.dispose]: remove };
	} catch (error) {
		remove();
		throw error;
	}
}

/** Runs `npm pack` on a folder and returns the name of the tarball in `to`. */
function pack(folder: string, to: string): string {
	const printed = npm(folder, 'pack', '--ignore-scripts', '--json', '--pack-destination', to);
	const [packed] = JSON.parse(printed) as readonly { readonly filename: string }[];
	if (packed === undefined) throw new Error(`npm pack packed nothing in ${folder}.`);
	return packed.filename;
}

function trimManifest(content: string): void {
	const path = join(content, 'package.json');
	const manifest = JSON.parse(readFileSync(path, 'utf8'));
	for (const field of DEVELOPMENT) delete manifest[field];
	manifest.files = [...manifest.files, SHRINKWRAP];
	writeFileSync(path, `${JSON.stringify(manifest, null, '\t')}\n`);
}

/** Writes the shrinkwrap file from the repository's lockfile. */
function lockDependencies(content: string): void {
	copyFileSync(join(ROOT, LOCKFILE), join(content, LOCKFILE));
	npm(content, 'install', '--package-lock-only', '--ignore-scripts', '--offline');
	const lockfile: Lockfile = JSON.parse(readFileSync(join(content, LOCKFILE), 'utf8'));
	const faults = faultsOfShrinkwrap(lockfile, JSON.parse(readFileSync(join(ROOT, LOCKFILE), 'utf8')));
	if (faults.length > 0) throw new Error(`npm changed locked versions: ${faults.join('; ')}.`);
	// The addresses of a registry differ between machines, and npm needs only version and integrity.
	for (const entry of Object.values(lockfile.packages)) delete entry.resolved;
	writeFileSync(join(content, LOCKFILE), `${JSON.stringify(lockfile, null, '\t')}\n`);
	renameSync(join(content, LOCKFILE), join(content, SHRINKWRAP));
}

/** Returns the packages whose version or content differs from the lockfile's, as `path: was …, must be …`. */
export function faultsOfShrinkwrap(shrinkwrap: Lockfile, lockfile: Lockfile): readonly string[] {
	const entries = Object.entries(shrinkwrap.packages).filter(([path]) => path !== '');
	if (entries.length === 0) return ['the shrinkwrap file lists no package'];
	return entries.flatMap(([path, { version, integrity }]) => {
		const locked = lockfile.packages[path];
		return locked?.version === version && locked?.integrity === integrity
			? []
			: [`${path}: was ${version}, must be ${locked?.version}`];
	});
}

function setModes(content: string): void {
	for (const entry of readdirSync(content, { recursive: true, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name);
		const isProgram = entry.isDirectory() || PROGRAM.test(path.slice(content.length + 1));
		chmodSync(path, isProgram ? 0o755 : 0o644);
	}
}

function npm(cwd: string, ...args: readonly string[]): string {
	return execFileSync('npm', args, {
		cwd,
		encoding: 'utf8',
		maxBuffer: OUTPUT_BYTES_MAX,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
}
