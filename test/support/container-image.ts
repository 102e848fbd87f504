/**
 * Builds the container image without an image registry. The base image has the name of the official Node image and
 * consists of Debian's minimal system, this machine's Node and npm, and the user `node`. buildah performs the steps of
 * the Dockerfile on it.
 */
import { execFileSync } from 'node:child_process';
import {
	copyFileSync,
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	symlinkSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { thisMachine } from '../../scripts/debian-packages.ts';
import { requireProgram } from '../../scripts/debian-programs.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const OUTPUT_BYTES_MAX = 2 ** 26;
const MB = 1024;

/** The properties of an image that a container takes over. */
export type ImageConfig = {
	readonly User: string;
	readonly Env: readonly string[];
	readonly Entrypoint: readonly string[];
	readonly Cmd: readonly string[];
	readonly WorkingDir: string;
	readonly StopSignal: string;
	readonly Volumes: Readonly<Record<string, object>>;
	readonly Healthcheck: { readonly Test: readonly string[] };
};

/** A built image and its root file system. */
export type BuiltImage = {
	readonly config: ImageConfig;
	/** Folder with the root file system. */
	readonly root: string;
	/** Size of the program with its dependencies, MB. */
	readonly programMb: number;
	/** Names in a folder of the image. */
	files(folder: string): readonly string[];
	/** Removes everything that buildah stored. */
	remove(): void;
};

/** Builds the image; its files are stored below `folder`. @throws Error with the output of the step that failed */
export function buildImage(folder: string): BuiltImage {
	const buildah = buildahIn(folder);
	const [, name = ''] = /^ARG NODE_IMAGE=(\S+)$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) ?? [];
	const [, suite] = /:[\d.]+-(\w+)-slim$/.exec(name) ?? [];
	if (suite === undefined) throw new Error(`The Dockerfile names no slim Node image: was ${name}.`);
	const base = buildah('from', 'scratch');
	buildah('add', '--quiet', base, baseSystem(folder, suite), '/');
	if (existsSync(CERTIFICATES)) buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, base);
	buildah('commit', '--quiet', '--rm', base, name);
	const tag = 'localhost/carrywire:test';
	buildah('build', '--format', 'docker', '--isolation', 'chroot', '--pull-never', '--tag', tag, ROOT);
	const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', tag)) as {
		readonly Docker: { readonly config: ImageConfig };
	};
	const root = buildah('mount', buildah('from', '--pull-never', tag));
	return {
		config: Docker.config,
		root,
		programMb: Math.round(Number(run('du', '-sk', join(root, 'opt/carrywire')).split('\t')[0]) / MB),
		files: (path) => readdirSync(join(root, path)),
		remove() {
			buildah('umount', '--all');
			buildah('rm', '--all');
			buildah('rmi', '--all', '--force');
		},
	};
}

/** Returns buildah on its own store, which no other container of the machine shares. */
function buildahIn(folder: string): (...args: readonly string[]) => string {
	const program = requireProgram('buildah', thisMachine());
	// This storage driver copies folders and therefore works on every file system.
	const store = [
		...['--root', join(folder, 'images'), '--runroot', join(folder, 'running')],
		...['--storage-driver', 'vfs'],
	];
	return (...args) => run(program, ...store, ...args).trim();
}

/** Returns a tarball with the base system of the image. */
function baseSystem(folder: string, suite: string): string {
	const root = minimalSystem(join(folder, 'base'), suite);
	const tarball = join(folder, 'base.tar');
	run('chroot', root, 'groupadd', '--gid', '1000', 'node');
	run('chroot', root, 'useradd', '--uid', '1000', '--gid', 'node', '--create-home', 'node');
	run('tar', '-C', root, '-cf', tarball, '.');
	return tarball;
}

/**
 * Writes Debian's minimal system with this machine's Node and npm into the folder `root`, and returns the folder.
 * @param packages further packages of Debian
 */
export function minimalSystem(root: string, suite: string, packages: readonly string[] = []): string {
	const include = ['ca-certificates', ...packages].join(',');
	run(requireProgram('mmdebstrap', thisMachine()), '--variant=minbase', `--include=${include}`, suite, root);
	const local = join(root, 'usr/local');
	copyFileSync(realpathSync(process.execPath), join(local, 'bin/node'));
	const npm = dirname(dirname(realpathSync(run('sh', '-c', 'command -v npm').trim())));
	mkdirSync(join(local, 'lib/node_modules'), { recursive: true });
	cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
	for (const name of ['npm', 'npx'])
		symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
	// npm reaches the registry with the certificates that this machine trusts.
	if (existsSync(CERTIFICATES)) copyFileSync(CERTIFICATES, join(root, CERTIFICATES));
	return root;
}

/** @throws Error with the end of the output when the program fails */
function run(program: string, ...args: readonly string[]): string {
	return execFileSync(program, args, {
		encoding: 'utf8',
		maxBuffer: OUTPUT_BYTES_MAX,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
}
