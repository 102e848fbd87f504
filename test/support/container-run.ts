/**
 * Runs an image's root file system with bubblewrap as a service of compose.yaml: its user, read-only root, folders in
 * memory, volumes, configuration files, environment, health check and stop signal. The container has its own network,
 * on which only it can be reached, and no capabilities.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { thisMachine } from '../../scripts/debian-packages.ts';
import { requireProgram } from '../../scripts/debian-programs.ts';
import { TestRunError, until } from '../e2e/polling.ts';
import type { BuiltImage } from './container-image.ts';

/** The fields of a service in compose.yaml that this module carries out. */
export type ComposeService = {
	readonly read_only: boolean;
	readonly cap_drop: readonly string[];
	readonly security_opt: readonly string[];
	readonly tmpfs: readonly string[];
	readonly volumes: readonly string[];
	readonly environment: Readonly<Record<string, string>>;
	readonly configs: readonly { readonly source: string; readonly target: string }[];
};

/** A finished command. */
export type Finished = { readonly exit: number | null; readonly stdout: string; readonly stderr: string };

/** A running container. */
export type Container = {
	/** Runs a command in the container, as its user. */
	run(...command: readonly string[]): Finished;
	/** Runs the image's health check. */
	health(): Finished;
	/** Waits until the health check succeeds. @throws TestRunError when the container ends before that */
	untilHealthy(): Promise<void>;
	/** Runs this machine's Node on the container's network, and returns what it prints. */
	onItsNetwork(...args: readonly string[]): string;
	signal(signal: NodeJS.Signals): void;
	/** Sends the image's stop signal and returns the exit code. */
	stop(): Promise<number | null>;
};

const ROOT = resolve(import.meta.dirname, '../..');
/** The user `node` of the official image. */
const USER = 1000;
const CONFIG = join(ROOT, 'packaging/docker/config.json');
const POLL_MS = 100;

/**
 * Starts the service and waits until it is healthy.
 * @param volumes folder with one folder for each named volume
 * @throws TestRunError when the service ends before that, with its output
 */
export async function runContainer(
	image: BuiltImage,
	service: ComposeService,
	volumes: string,
): Promise<Container> {
	mkdirSync(volumes, { recursive: true });
	const info = join(mkdtempSync(join(volumes, '.run-')), 'info.json');
	const command = [...image.config.Entrypoint, ...image.config.Cmd];
	const child = spawn(
		'sh',
		[
			'-c',
			`exec "$@" 3>${info}`,
			'sh',
			requireProgram('bwrap', thisMachine()),
			...sandbox(image, service, volumes),
			...asUser(image, service, command),
		],
		{ stdio: ['ignore', 'pipe', 'pipe'] },
	);
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
	const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
	const container = containerOf(image, service, { child, info, ended, output: () => output });
	await container.untilHealthy();
	return container;
}

type Running = {
	readonly child: ChildProcess;
	/** File in which bubblewrap writes the id of the container's first process. */
	readonly info: string;
	readonly ended: Promise<number | null>;
	/** Returns what the container has written. */
	readonly output: () => string;
};

function containerOf(
	image: BuiltImage,
	service: ComposeService,
	{ child, info, ended, output }: Running,
): Container {
	const first = (): number => JSON.parse(readFileSync(info, 'utf8'))['child-pid'];
	const enter = (namespaces: readonly string[], command: readonly string[]): Finished => {
		const { status, stdout, stderr } = spawnSync(
			'nsenter',
			['--target', String(first()), ...namespaces, '--', ...command],
			{ encoding: 'utf8' },
		);
		return { exit: status, stdout, stderr };
	};
	const run = (...command: readonly string[]): Finished =>
		enter(
			['--mount', '--net', '--pid', '--ipc', '--uts'],
			['env', '-i', ...environment(image, service), ...asUser(image, service, command)],
		);
	const [kind, ...check] = image.config.Healthcheck.Test;
	if (kind !== 'CMD') throw new TestRunError(`The health check must be a command: was ${kind}.`);
	const signal = (name: NodeJS.Signals): void => {
		const pid = first();
		const [service] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
		process.kill(Number(service), name);
	};
	return {
		run,
		signal,
		health: () => run(...check),
		async untilHealthy() {
			const polling = { what: 'the container to be healthy', periodMs: POLL_MS, seen: output };
			await until(polling, () => {
				if (child.exitCode !== null) throw new TestRunError(`The container has ended: ${output()}`);
				const hasStarted = existsSync(info) && readFileSync(info, 'utf8') !== '';
				return hasStarted && run(...check).exit === 0 ? true : undefined;
			});
		},
		onItsNetwork(...args) {
			const { exit, stdout, stderr } = enter(['--net'], [process.execPath, ...args]);
			if (exit !== 0) throw new TestRunError(`node ${args.join(' ')} failed: ${stderr}`);
			return stdout;
		},
		async stop() {
			if (child.exitCode === null) signal(image.config.StopSignal as NodeJS.Signals);
			return ended;
		},
	};
}

function sandbox(image: BuiltImage, service: ComposeService, volumes: string): readonly string[] {
	if (!service.read_only || service.cap_drop.join() !== 'ALL')
		throw new TestRunError('compose.yaml must give the service a read-only root and no capability.');
	const folders = service.volumes.flatMap((volume) => {
		const [name = '', target = ''] = volume.split(':');
		const source = join(volumes, name);
		if (!existsSync(source)) {
			// A new volume takes over the owner and mode of the image's folder.
			mkdirSync(source, { mode: 0o700 });
			chownSync(source, USER, USER);
		}
		return ['--bind', source, target];
	});
	const configs = service.configs.flatMap(({ target }) => [
		...['--tmpfs', dirname(target)],
		...['--ro-bind', CONFIG, target],
		...['--remount-ro', dirname(target)],
	]);
	const variables = environment(image, service).flatMap((variable) => {
		const at = variable.indexOf('=');
		return ['--setenv', variable.slice(0, at), variable.slice(at + 1)];
	});
	return [
		...['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--die-with-parent'],
		...['--info-fd', '3', '--clearenv', ...variables],
		...['--ro-bind', image.root, '/', '--proc', '/proc', '--dev', '/dev'],
		...service.tmpfs.flatMap((folder) => ['--perms', '1777', '--tmpfs', folder.split(':')[0] ?? '']),
		...[...folders, ...configs],
		// The container's user is set from inside, and drops these three.
		...[
			'--cap-drop',
			'ALL',
			'--cap-add',
			'CAP_SETUID',
			'--cap-add',
			'CAP_SETGID',
			'--cap-add',
			'CAP_SETPCAP',
		],
	];
}

/** Returns the command as the container runs it: as its user, without capabilities, in its working directory. */
function asUser(
	{ config }: BuiltImage,
	service: ComposeService,
	command: readonly string[],
): readonly string[] {
	const isFixed = service.security_opt.includes('no-new-privileges:true');
	return [
		...['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups', '--inh-caps=-all'],
		...['--bounding-set=-all', ...(isFixed ? ['--no-new-privs'] : [])],
		...['env', '-C', config.WorkingDir, ...command],
	];
}

function environment({ config }: BuiltImage, service: ComposeService): readonly string[] {
	return [
		...config.Env.filter((one) => !one.startsWith('NODE_EXTRA_CA_CERTS=')),
		...Object.entries(service.environment).map(([name, value]) => `${name}=${value}`),
	];
}
