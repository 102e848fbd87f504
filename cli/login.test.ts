/** Runs `carrywire login` and `logout` against the real authorization server, with a simulated user at its pages. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../src/runtime/clock.ts';
import { updateRunFile } from '../src/store/run-file.ts';
import { manage } from '../test/security/people.ts';
import { type LoginService, personAt, startLoginService } from '../test/support/login-service.ts';
import { GIVEN, startScriptedAuthorization } from '../test/support/scripted-authorization.ts';
import { openTerminal, type Terminal } from '../test/support/terminal.ts';
import { withKeptLogins } from './kept-logins.ts';

let service: LoginService;
let folder = '';
let file = '';

beforeAll(async () => {
	service = await startLoginService();
});

afterAll(() => service[Symbol.asyncDispose]());

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-login-'));
	file = join(folder, 'config', 'carrywire', 'logins.json');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Kept = Readonly<Record<string, { readonly refreshToken: string; readonly scopes: readonly string[] }>>;
const kept = (): Kept => JSON.parse(readFileSync(file, 'utf8'));

/** Runs a login that a new user approves in a browser. Resolves to the token. */
async function allowed(
	line: string,
	scopes: readonly string[],
	{
		terminal = openTerminal(folder),
		at = service,
	}: { readonly terminal?: Terminal; readonly at?: LoginService } = {},
) {
	const person = personAt(at.url);
	await person.logIn();
	const login = terminal.run(`${line} --url ${at.url}`);
	await person.answerTerminal(await terminal.code(), { scopes });
	await terminal.pause(5_000);
	await login;
	return { token: terminal.printed[0] ?? '', person, terminal };
}

/** Renews the stored login without a browser. */
async function renewed(line = 'login'): Promise<Terminal> {
	const terminal = openTerminal(folder);
	await terminal.run(`${line} --url ${service.url}`);
	return terminal;
}

/** Stores a login at a service that then stops. Resolves to the service's address. */
async function keptAtServiceThatStops(): Promise<string> {
	await using at = await startLoginService();
	await allowed('login --keep', ['arb:read'], { at });
	return at.url;
}

describe('a login in the browser', () => {
	test('prints only a token with the allowed scopes, and keeps nothing', async () => {
		const { token, terminal } = await allowed('login', ['arb:read']);
		expect(terminal.printed).toEqual([token]);
		expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
		expect(await service.call('portfolio_live', token)).toMatchObject({ status: 200, body: { id: 1 } });
		expect(await service.call('halt_trading', token)).toMatchObject({ status: 403 });
		expect(terminal.remarked[0]).toContain(`Open ${service.url}/oauth/device in a browser`);
		expect(terminal.remarked.join('\n')).toContain('valid for 10 minutes');
		expect(terminal.remarked.join('\n')).not.toContain(token);
		expect(existsSync(file)).toBe(false);
	});

	test('waits for the answer of the user', async () => {
		const terminal = openTerminal(folder);
		const person = personAt(service.url);
		await person.logIn();
		const login = terminal.run(`login --url ${service.url}`);
		const code = await terminal.code();
		await terminal.pause(5_000);
		await terminal.pause(5_000);
		expect(terminal.printed).toEqual([]);
		await person.answerTerminal(code, { scopes: ['arb:read'] });
		await terminal.pause(5_000);
		await login;
		expect(terminal.printed).toHaveLength(1);
	});

	test('names the scopes that the user unticked', async () => {
		const { token, terminal } = await allowed('login --scope "arb:read arb:trade"', ['arb:read']);
		expect(terminal.remarked.at(-1)).toMatch(/^Token with the scopes arb:read, .* Not granted: arb:trade\.$/);
		expect(await service.call('halt_trading', token)).toMatchObject({ status: 403 });
	});

	test.each([
		['on the page of the code', 'foreign'],
		['on the page of the scopes', 'refuse'],
		['by allowing nothing', { scopes: [] }],
	] as const)('fails when the user refuses %s', async (_where, answer) => {
		const terminal = openTerminal(folder);
		const person = personAt(service.url);
		await person.logIn();
		const login = terminal.run(`login --keep --url ${service.url}`);
		await person.answerTerminal(await terminal.code(), answer);
		const failed = expect(login).rejects.toThrow(
			'The login was refused in the browser. No token was issued.',
		);
		await terminal.pause(5_000);
		await failed;
		expect(terminal.printed).toEqual([]);
		expect(existsSync(file)).toBe(false);
	});

	test('finds the service of the data directory', async () => {
		const terminal = openTerminal(folder);
		await expect(terminal.run('login')).rejects.toThrow(
			`No service runs on the data directory ${join(folder, 'data')}.`,
		);
		const { port, hostname: host } = new URL(service.url);
		updateRunFile(join(folder, 'data'), {
			service: { pid: 1, host, port: Number(port), startedAt: '', controlSocket: '' },
		});
		const login = terminal.run('login');
		const person = personAt(service.url);
		await person.logIn();
		await person.answerTerminal(await terminal.code(), { scopes: ['arb:read'] });
		await terminal.pause(5_000);
		await login;
		expect(terminal.printed).toHaveLength(1);
	});
});

describe('while the user has not answered', () => {
	const refusal = (error: string, status = 400) => ({ status, body: { error } });

	test('slow_down lengthens every later pause', async () => {
		const answers = [refusal('slow_down'), refusal('authorization_pending'), refusal('slow_down'), GIVEN];
		await using server = await startScriptedAuthorization(answers, { interval: 2 });
		const terminal = openTerminal(folder);
		const login = terminal.run(`login --url ${server.url}`);
		for (const pause of [2_000, 7_000, 7_000, 12_000]) await terminal.pause(pause);
		await login;
		expect(terminal.printed).toEqual(['the-token']);
		expect(terminal.remarked.filter((line) => line.includes('slower polling'))).toEqual([
			'The service asks for slower polling; the next polls are 7 s apart.',
			'The service asks for slower polling; the next polls are 12 s apart.',
		]);
	});

	test('backs off from a service that is away, busy or starting, and polls as before once it answers', async () => {
		const answers = [
			'cut',
			{ status: 503, body: { error: 'temporarily_unavailable' }, headers: { 'retry-after': '1' } },
			refusal('temporarily_unavailable', 429),
			refusal('authorization_pending'),
			GIVEN,
		] as const;
		await using server = await startScriptedAuthorization(answers);
		const terminal = openTerminal(folder);
		const login = terminal.run(`login --url ${server.url}`);
		for (const pause of [5_000, 10_000, 20_000, 40_000, 5_000]) await terminal.pause(pause);
		await login;
		expect(terminal.printed).toEqual(['the-token']);
		expect(terminal.remarked.filter((line) => line.includes('Retrying'))).toEqual([
			expect.stringMatching(/^The service could not be reached.*\. Retrying while the code is valid\.$/),
		]);
	});

	test('the code expires by the answer of the server and by the clock', async () => {
		for (const [answers, validS] of [
			[[refusal('expired_token')], 600],
			[[refusal('authorization_pending')], 9],
		] as const) {
			await using server = await startScriptedAuthorization(answers, { expires_in: validS });
			const terminal = openTerminal(folder);
			const failed = expect(terminal.run(`login --url ${server.url}`)).rejects.toThrow(
				/^Nobody approved the login within .*, so its code has expired\. Run carrywire login again\.$/,
			);
			await terminal.pause(5_000);
			if (validS === 9) await terminal.pause(5_000);
			await failed;
			expect([terminal.printed, server.asked()]).toEqual([[], 1]);
		}
	});

	test('ends at a permanent error without showing the text of the server', async () => {
		for (const [error, shown] of [
			['invalid_client', 'invalid_client'],
			['\u001b[2J come here', 'no known code'],
		] as const) {
			await using server = await startScriptedAuthorization([refusal(error)]);
			const terminal = openTerminal(folder);
			const failed = expect(terminal.run(`login --url ${server.url}`)).rejects.toThrow(
				`${server.url} refused: ${shown} (HTTP 400).`,
			);
			await terminal.pause(5_000);
			await failed;
		}
	});

	test.each([
		['a page on another host', { verification_uri: 'https://login.example/device' }],
		['a page that is not a web address', { verification_uri: 'javascript:alert(1)' }],
		['a code that moves the cursor', { user_code: 'AB\u001b[2JCD' }],
	])('does not show %s', async (_what, device) => {
		await using server = await startScriptedAuthorization([GIVEN], device);
		const terminal = openTerminal(folder);
		await expect(terminal.run(`login --url ${server.url}`)).rejects.toThrow(
			'sent an invalid login code, or the address of a login page on another host',
		);
		expect(terminal.remarked).toEqual([]);
	});
});

describe('an unusable service', () => {
	test.each([
		'http://arb.example.com',
		'ftp://127.0.0.1',
		'http://127.0.0.1:8080/jsonrpc/',
		'http://me@127.0.0.1:8080',
		'127.0.0.1:8080',
	])('refuses --url %s', async (url) => {
		await expect(openTerminal(folder).run(`login --url ${url}`)).rejects.toThrow(
			'--url must be an https address',
		);
	});

	test('reports an unreachable service and a service under another address', async () => {
		await using server = await startScriptedAuthorization([GIVEN]);
		const terminal = openTerminal(folder);
		const { port } = new URL(server.url);
		await expect(terminal.run(`login --url http://localhost:${port}`)).rejects.toThrow(
			'the service has another address. Use the address that carrywire serve printed at startup',
		);
		await server[Symbol.asyncDispose]();
		await expect(terminal.run(`login --url ${server.url}`)).rejects.toThrow(
			`${server.url} could not be reached (ECONNREFUSED).`,
		);
	});
});

describe('a kept login', () => {
	test('is renewed without a browser, each time with a new refresh token', async () => {
		const { token } = await allowed('login --keep --scope "arb:read arb:trade"', ['arb:read', 'arb:trade']);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
		const first = kept()[service.url];
		expect(first?.scopes).toEqual(['arb:read', 'arb:trade']);

		const next = await renewed();
		expect(next.remarked).toHaveLength(1);
		const second = kept()[service.url];
		expect(second).toEqual({ ...first, refreshToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) });
		expect(second?.refreshToken).not.toBe(first?.refreshToken);
		const narrow = await renewed('login --scope arb:read');
		const again = await renewed();
		const tokens = [token, next.printed[0], narrow.printed[0], again.printed[0]].map(String);
		expect(new Set(tokens).size).toBe(4);
		const mayTrade = await Promise.all(
			tokens.map(async (one) => (await service.call('halt_trading', one)).status !== 403),
		);
		expect(mayTrade).toEqual([true, true, false, true]);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		const said = [next, narrow, again].flatMap(({ remarked }) => remarked).join('\n');
		for (const secret of [...tokens, first?.refreshToken, second?.refreshToken])
			expect(said).not.toContain(secret);
	});

	test('is renewed by concurrent terminals one after the other', async () => {
		await allowed('login --keep', ['arb:read']);
		const terminals = [1, 2, 3].map(() => openTerminal(folder, systemClock));
		await Promise.all(terminals.map((terminal) => terminal.run(`login --url ${service.url}`)));
		const tokens = terminals.map(({ printed }) => printed[0] ?? '');
		expect(new Set(tokens).size).toBe(3);
		for (const token of tokens)
			expect(await service.call('portfolio_live', token)).toMatchObject({ status: 200 });
	});

	test('waits at most half a minute for another terminal', async () => {
		await allowed('login --keep', ['arb:read']);
		let release = (): void => {};
		const holding = withKeptLogins(file, systemClock, async () => {
			await new Promise<void>((resolve) => {
				release = resolve;
			});
		});
		const terminal = openTerminal(folder);
		const failed = expect(terminal.run(`login --url ${service.url}`)).rejects.toThrow(
			'Another carrywire login has been using',
		);
		for (let waited = 0; waited < 30_000; waited += 100) await terminal.pause(100);
		await failed;
		release();
		await holding;
		expect((await renewed()).printed).toHaveLength(1);
	});

	test('revoked under Tokens is forgotten, and the user approves the same scopes again', async () => {
		const { person } = await allowed('login --keep --scope "arb:read arb:trade"', ['arb:read', 'arb:trade']);
		const { applications } = await manage<{
			readonly applications: readonly { readonly application_id: string }[];
		}>(person, 'list_tokens');
		await manage(person, 'revoke_application', { application_id: applications[0]?.application_id });

		const terminal = openTerminal(folder);
		const { token } = await allowed('login', ['arb:read', 'arb:trade'], { terminal });
		expect(terminal.remarked[0]).toContain('The saved login is no longer valid');
		expect(await service.call('halt_trading', token)).toMatchObject({ status: 200 });
		expect(kept()).toEqual({});
	});

	test('covers only the allowed scopes, and the next kept login replaces and ends it', async () => {
		const { token } = await allowed('login --keep', ['arb:read']);
		const before = readFileSync(file, 'utf8');
		const other = await allowed('login --scope "arb:read arb:trade"', ['arb:read', 'arb:trade']);
		expect(other.terminal.remarked[0]).toBe(
			'The saved login allows arb:read, but not arb:trade. Approve the missing scopes in the browser.',
		);
		expect(readFileSync(file, 'utf8')).toBe(before);
		expect(await service.call('portfolio_live', token)).toMatchObject({ status: 200 });

		await allowed('login --keep --scope "arb:read arb:trade"', ['arb:read', 'arb:trade']);
		expect(kept()[service.url]?.scopes).toEqual(['arb:read', 'arb:trade']);
		expect(await service.call('portfolio_live', token)).toMatchObject({ status: 401 });
		expect(await service.call('portfolio_live', other.token)).toMatchObject({ status: 200 });
	});

	test('stays while the service is unreachable', async () => {
		const url = await keptAtServiceThatStops();
		const before = readFileSync(file, 'utf8');
		await expect(openTerminal(folder).run(`login --url ${url}`)).rejects.toThrow('could not be reached');
		expect(readFileSync(file, 'utf8')).toBe(before);
	});

	test('is refused in a file that others may read or of an unknown form, without showing its content', async () => {
		await allowed('login --keep', ['arb:read']);
		const secret = kept()[service.url]?.refreshToken;
		chmodSync(file, 0o640);
		await expect(renewed()).rejects.toThrow(
			`${file} must be readable only by its owner (0600); was 0640. Run: chmod 600 ${file}`,
		);
		chmodSync(file, 0o600);
		for (const text of [`{"${secret}`, `{"${service.url}":{"refreshToken":"${secret}"}}`]) {
			writeFileSync(file, text);
			const failure = await renewed().catch((error: unknown) => String(error));
			expect(failure).toContain('has an unknown format; delete it and log in again');
			expect(failure).not.toContain(secret);
		}
	});
});

describe('logout', () => {
	test('ends the login and all its tokens at the service, and no other login', async () => {
		const { token, person } = await allowed('login --keep', ['arb:read']);
		const here = openTerminal(folder);
		const other = openTerminal(join(folder, 'other'));
		const login = other.run(`login --url ${service.url}`);
		await person.answerTerminal(await other.code(), { scopes: ['arb:read'] });
		await other.pause(5_000);
		await login;

		await here.run(`logout --url ${service.url}`);
		expect(here.remarked).toEqual([`Logged out of ${service.url}. All tokens of that login are revoked.`]);
		expect(kept()).toEqual({});
		expect(await service.call('portfolio_live', token)).toMatchObject({ status: 401 });
		expect(await service.call('portfolio_live', other.printed[0] ?? '')).toMatchObject({ status: 200 });
		await here.run(`logout --url ${service.url}`);
		expect(here.remarked.at(-1)).toBe(`No login for ${service.url} is saved on this machine.`);
	});

	test('without a kept login creates nothing', async () => {
		const terminal = openTerminal(folder);
		await terminal.run('logout --url https://arb.example.com');
		expect(terminal.remarked).toEqual(['No login for https://arb.example.com is saved on this machine.']);
		expect(existsSync(join(folder, 'config'))).toBe(false);
	});

	test('forgets the login of an unreachable service, and says where to revoke it', async () => {
		const url = await keptAtServiceThatStops();
		await expect(openTerminal(folder).run(`logout --url ${url}`)).rejects.toThrow(
			`could not be revoked at the service: ${url} could not be reached (ECONNREFUSED). Revoke it at ${url}/tokens.`,
		);
		expect(kept()).toEqual({});
	});
});
