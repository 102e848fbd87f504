/** Tests the service from the tarball: it is compiled and has its simulated exchanges, pages and version. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import { until } from '../e2e/polling.ts';
import { type RunningExample, runExample } from './example-process.ts';
import { installPackage, type Project } from './installed-package.ts';

const POLL_MS = 50;

let project: Project;
const running: RunningExample[] = [];

beforeAll(() => {
	project = installPackage({ dependencies: true });
});

afterAll(async () => {
	for (const one of running) await one.kill('SIGKILL');
	project?.[Symbol.dispose]();
});

function carrywire(...args: readonly string[]): RunningExample {
	const started = runExample('node_modules/carrywire/bin/carrywire.js', args, {
		cwd: project.folder,
		env: {},
	});
	running.push(started);
	return started;
}

test('carrywire --version prints the version of the package', async () => {
	const { version } = JSON.parse(readFileSync(join(project.installed, 'package.json'), 'utf8'));
	const command = carrywire('--version');
	expect(await command.ended).toBe(0);
	expect(command.text()).toBe(`${version}\n`);
});

test('carrywire serve starts it with its simulated exchanges, and stops on SIGTERM', async () => {
	project.write('carrywire.config.json', JSON.stringify({ venues: ['bybit', 'kucoin'] }));
	const dataDir = join(project.folder, 'data');
	const service = carrywire('serve', '--port', '0', '--data-dir', dataDir);
	const url = await until(
		{ what: 'the service to be ready', periodMs: POLL_MS, seen: service.text },
		async () => {
			try {
				const { service: own } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'));
				const address = `http://${own.host}:${own.port}`;
				return (await fetch(`${address}/ready`)).ok ? address : undefined;
			} catch {
				return undefined;
			}
		},
	);
	expect(await createClient({ url }).call('test')).toMatchObject({ status: 'ok', trading_mode: 'simulated' });
	expect((await createClient({ url }).call('exchange_pair'))[0]?.exchangepair).toBe('bybit-kucoin');
	expect((await fetch(`${url}/assets/style.css`)).headers.get('content-type')).toContain('text/css');
	const script = /src="(\/dashboard\/[^"]+\.js)"/.exec(await (await fetch(`${url}/`)).text())?.[1] ?? '';
	expect((await fetch(`${url}${script}`)).headers.get('content-type')).toContain('text/javascript');
	expect(await service.kill('SIGTERM')).toBe(0);
});
