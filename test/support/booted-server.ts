/**
 * A Debian server that boots: systemd runs as the first process of a container with its own network. Commands run in
 * it as root, in a shell, as an operator types them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { thisMachine } from '../../scripts/debian-packages.ts';
import { requireProgram } from '../../scripts/debian-programs.ts';
import { TestRunError, until } from '../e2e/polling.ts';
import type { Finished } from './container-run.ts';

const POLL_MS = 200;
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** A running server. */
export type BootedServer = {
	/** Folder with its root file system. */
	readonly root: string;
	/**
	 * Runs a script with `sh -eu` in a folder of the server.
	 * @param network `own`: on the server's own network, which only it is on; `machine`: on this machine's, for
	 * downloads of packages
	 */
	run(script: string, options?: { readonly cwd?: string; readonly network?: 'own' | 'machine' }): Finished;
	/** Shuts the server down. */
	stop(): Promise<void>;
};

/** Boots the system in the folder `root` and waits until systemd answers. @throws TestRunError if it ends before */
export async function bootServer(root: string): Promise<BootedServer> {
	const child = spawn(
		requireProgram('systemd-nspawn', thisMachine()),
		[
			...['--boot', '--directory', root, '--private-network', '--register=no', '--keep-unit'],
			...['--console=read-only', '--machine=carrywire-test'],
		],
		{ stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' } },
	);
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	const polling = { what: 'the server to boot', periodMs: POLL_MS, seen: () => output };
	const first = await until(polling, () => {
		if (child.exitCode !== null) throw new TestRunError(`The server has ended: ${output}`);
		return firstProcess(child.pid ?? 0);
	});
	const server: BootedServer = {
		root,
		run(script, { cwd = '/root', network = 'own' } = {}) {
			const namespaces = ['--mount', '--uts', '--ipc', '--pid', ...(network === 'own' ? ['--net'] : [])];
			const { status, stdout, stderr } = spawnSync(
				'nsenter',
				[
					...['--target', String(first), ...namespaces, '--'],
					...['env', '-i', `PATH=${PATH}`, 'HOME=/root', 'LANG=C.UTF-8', ...certificates()],
					...['sh', '-euc', `cd ${cwd}\n${script}`],
				],
				{ encoding: 'utf8' },
			);
			return { exit: status, stdout, stderr };
		},
		async stop() {
			if (child.exitCode === null) server.run('systemctl poweroff');
			await ended;
			rmSync(root, { recursive: true, force: true });
		},
	};
	await until(polling, () => {
		const { stdout } = server.run('systemctl is-system-running || true');
		return /^(?:running|degraded)$/m.test(stdout) ? true : undefined;
	});
	return server;
}

/** Returns the id of the container's first process, the only child of systemd-nspawn; undefined before it exists. */
function firstProcess(parent: number): number | undefined {
	const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim();
	const pid = Number(children.split(' ')[0]);
	if (children === '') return undefined;
	return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'systemd' ? pid : undefined;
}

/** The setting with which npm trusts the certificates of this machine. */
function certificates(): readonly string[] {
	const { NODE_EXTRA_CA_CERTS: file } = process.env;
	return file === undefined ? [] : [`NODE_EXTRA_CA_CERTS=${file}`];
}
