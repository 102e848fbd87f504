/**
 * Programs of Debian that only some test files need. If a program is absent and cannot be provided, these files are
 * taken out of the run before it begins, with a line that names the program and how to get it. A test that did run
 * and was skipped therefore stays a fault.
 */
import { join } from 'node:path';
import { installPackages, isExecutable, type Machine, onPath, unpackPackage } from './debian-packages.ts';

/** A program, the package that it comes in, and the tests that need it. */
export type DebianProgram = {
	readonly name: string;
	readonly package: string;
	/**
	 * `installed`: by the package manager, which needs root. `unpacked`: into a cache of the repository, for packages
	 * whose installation would start a server.
	 */
	readonly how: 'installed' | 'unpacked';
	/** Test files, as paths from the root. */
	readonly tests: readonly string[];
	/** True if the tests also need root, for example to create namespaces. */
	readonly needsRoot: boolean;
};

const IMAGE_TEST = 'test/long/container-image.test.ts';
const SERVER_TEST = 'test/long/one-server.test.ts';

function program(name: string, fields: Pick<DebianProgram, 'tests'> & Partial<DebianProgram>): DebianProgram {
	return { name, package: name, how: 'installed', needsRoot: false, ...fields };
}

/** Programs for tests of `npm test`. */
export const SHORT_PROGRAMS: readonly DebianProgram[] = [
	program('systemd-analyze', { package: 'systemd', tests: ['test/packaging/systemd-units.test.ts'] }),
	program('nginx', { how: 'unpacked', tests: ['test/packaging/nginx.test.ts'] }),
	program('caddy', { how: 'unpacked', tests: ['test/packaging/caddy.test.ts'] }),
];

/** Programs for tests of `npm run test:long`. */
export const LONG_PROGRAMS: readonly DebianProgram[] = [
	program('mmdebstrap', { tests: [IMAGE_TEST, SERVER_TEST], needsRoot: true }),
	program('buildah', { tests: [IMAGE_TEST], needsRoot: true }),
	program('bwrap', { package: 'bubblewrap', tests: [IMAGE_TEST], needsRoot: true }),
	program('systemd-nspawn', { package: 'systemd-container', tests: [SERVER_TEST], needsRoot: true }),
];

const CACHE = join(import.meta.dirname, '../node_modules/.cache/debian');
/** Folders of programs in a package. Root's search path has all of them, another user's often lacks `sbin`. */
const FOLDERS = ['usr/sbin', 'usr/bin', 'sbin', 'bin'];

/** Returns the path of the program; undefined if it is neither on the machine nor unpacked. */
export function findProgram(
	{ name, package: from }: DebianProgram,
	{ env }: Machine,
	cache = CACHE,
): string | undefined {
	return (
		onPath(name, env) ??
		FOLDERS.flatMap((folder) => [join('/', folder, name), join(cache, from, folder, name)]).find(isExecutable)
	);
}

/** Returns the path of the program. @throws Error that says how to get it */
export function requireProgram(name: string, machine: Machine): string {
	const wanted = [...SHORT_PROGRAMS, ...LONG_PROGRAMS].find((one) => one.name === name);
	if (wanted === undefined) throw new Error(`Unknown program: was ${name}.`);
	const found = findProgram(wanted, machine);
	if (found === undefined) throw new Error(absence(wanted));
	return found;
}

/**
 * Finds or provides the program. Returns undefined on success, otherwise what failed. A failure counts only for root:
 * another user may be unable to install anything.
 */
export function provideProgram(wanted: DebianProgram, machine: Machine, cache = CACHE): string | undefined {
	if (findProgram(wanted, machine, cache) !== undefined) return undefined;
	const { env, isRoot } = machine;
	const aptGet = onPath('apt-get', env);
	const dpkgDeb = onPath('dpkg-deb', env);
	if (aptGet === undefined) return absence(wanted);
	if (wanted.how === 'unpacked')
		return dpkgDeb === undefined
			? absence(wanted)
			: unpackPackage(wanted.package, join(cache, wanted.package), { aptGet, dpkgDeb }, env);
	return isRoot ? installPackages([wanted.package], aptGet, env) : absence(wanted);
}

/** Test files that cannot run here, and one line for each reason. */
export type Excluded = { readonly tests: readonly string[]; readonly lines: readonly string[] };

/** Finds the tests that cannot run on this machine. */
export function excludedTests(programs: readonly DebianProgram[], machine: Machine, cache = CACHE): Excluded {
	const reasons = programs.flatMap((wanted) => {
		if (wanted.needsRoot && !machine.isRoot) return [{ wanted, why: `${wanted.name} needs root` }];
		return findProgram(wanted, machine, cache) === undefined ? [{ wanted, why: absence(wanted) }] : [];
	});
	return {
		tests: [...new Set(reasons.flatMap(({ wanted }) => wanted.tests))],
		lines: reasons.map(({ wanted, why }) => `not run: ${wanted.tests.join(', ')}: ${why}`),
	};
}

function absence({ name, package: from }: DebianProgram): string {
	return `${name} was not found; Debian: apt-get install ${from}`;
}
