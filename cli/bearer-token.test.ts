/** Runs commands with a stored login against the real authorization server. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCaptured } from '../test/support/captured-command.ts';
import { type LoginService, personAt, startLoginService } from '../test/support/login-service.ts';
import { openTerminal } from '../test/support/terminal.ts';
import type { KeptLogin } from './kept-logins.ts';

let service: LoginService;
let folder = '';
let file = '';

beforeAll(async () => {
	service = await startLoginService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-kept-'));
	file = join(folder, 'config', 'carrywire', 'logins.json');
	return () => rmSync(folder, { recursive: true, force: true });
});

const kept = (): KeptLogin => JSON.parse(readFileSync(file, 'utf8'))[service.url];
const change = (login: Partial<KeptLogin>) =>
	writeFileSync(file, JSON.stringify({ [service.url]: { ...kept(), ...login } }));
const run = (line: string) =>
	runCaptured(`${line} --url ${service.url}`.split(' '), {
		env: { XDG_CONFIG_HOME: join(folder, 'config') },
		cwd: folder,
	});

async function keepLogin(): Promise<void> {
	const terminal = openTerminal(folder);
	const person = personAt(service.url);
	await person.logIn();
	const login = terminal.run(`login --keep --url ${service.url}`);
	await person.answerTerminal(await terminal.code(), { scopes: ['arb:read'] });
	await terminal.pause(5_000);
	await login;
}

test('consecutive commands share one access token, and a public command uses none', async () => {
	await keepLogin();
	const { refreshToken: first } = kept();
	expect(await run('opportunities --json')).toMatchObject({ exit: 0 });
	expect(kept().refreshToken).toBe(first);
	expect(await run('portfolio --json')).toMatchObject({ exit: 0, stderr: '' });
	const { refreshToken: second, access } = kept();
	expect(second).not.toBe(first);
	expect(access?.validUntil).toBeGreaterThan(0);
	expect(await run('portfolio --json')).toMatchObject({ exit: 0, stderr: '' });
	expect(kept()).toMatchObject({ refreshToken: second, access });
});

test('two concurrent commands do not use a refresh token twice, which would end the login', async () => {
	await keepLogin();
	const answers = await Promise.all([run('portfolio --json'), run('executions --json')]);
	expect(answers.map(({ exit }) => exit)).toEqual([0, 0]);
	change({ access: undefined });
	expect(await run('portfolio --json')).toMatchObject({ exit: 0, stderr: '' });
});

test.each([
	['expires within a minute', () => ({ token: kept().access?.token ?? '', validUntil: 0 })],
	['the service refuses', () => ({ token: 'revoked', validUntil: Number.MAX_SAFE_INTEGER })],
])('renews a token that %s', async (_what, access) => {
	await keepLogin();
	await run('portfolio');
	change({ access: access() });
	const { refreshToken: before } = kept();
	expect(await run('portfolio --json')).toMatchObject({ exit: 0, stderr: '' });
	expect(kept().refreshToken).not.toBe(before);
	expect(kept().access?.token).not.toBe('revoked');
});

test('refuses a command outside the scopes of the login and suggests a login with more', async () => {
	await keepLogin();
	const { exit, stderr } = await run('cancel exec_x');
	expect(exit).toBe(4);
	expect(stderr).toContain('FORBIDDEN: ');
	expect(stderr).toContain('carrywire login --keep --scope "arb:read arb:trade"');
});

test('forgets a login that has ended and says so', async () => {
	await keepLogin();
	change({ refreshToken: 'ended' });
	const { exit, stderr } = await run('portfolio');
	expect(exit).toBe(4);
	expect(stderr).toContain(`The saved login for ${service.url} is no longer valid.`);
	expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({});
});
