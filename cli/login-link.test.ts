/** Runs `carrywire login-link` over a real control socket, and on the store while no service is running. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLoginLinks } from '../src/identity/login-link.ts';
import { tokenStoreOpener } from '../src/operations/open-token-store.ts';
import { systemClock, systemTurnEnd } from '../src/runtime/clock.ts';
import { systemRandom } from '../src/runtime/random.ts';
import { openDatabaseToRead } from '../src/store/sqlite/database.ts';
import { runCaptured } from '../test/support/captured-command.ts';
import { CONTROL_SERVICE_ORIGIN, startControlService } from '../test/support/control-service.ts';

const openTokenStore = tokenStoreOpener(systemTurnEnd);

const CODE = 'cwl_[A-Za-z0-9_-]{43}';
let folder = '';
let dataDir = '';

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-link-'));
	dataDir = join(folder, 'data');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...argv: string[]) => runCaptured(['login-link', ...argv], { cwd: folder, openTokenStore });

/** Returns the name of the user that a link logs in; undefined for an invalid link. */
async function redeem(url: string): Promise<string | undefined> {
	const { links, close } = await openTokenStore(dataDir);
	const authority = createLoginLinks({ store: links, clock: systemClock, random: systemRandom });
	const userId = await authority.redeem(url).catch(() => undefined);
	await close();
	return userId === undefined ? undefined : nameOf(userId);
}

function nameOf(userId: string): string {
	const database = openDatabaseToRead(dataDir);
	const row = database.prepare('SELECT name FROM account_user WHERE user_id = ?').get(userId);
	database.close();
	return String(row?.name);
}

describe('with a running service', () => {
	test('prints only the link, which names localhost and works once', async () => {
		await using service = await startControlService(dataDir);
		const { exit, stdout, stderr } = await runCaptured(['login-link'], { cwd: folder });
		expect(exit).toBe(0);
		expect(stdout).toMatch(new RegExp(`^http://localhost:18080/login/link#${CODE}\n$`));
		expect(CONTROL_SERVICE_ORIGIN).toBe('http://127.0.0.1:18080');
		expect(stderr).toContain(`Data directory: ${dataDir}\n`);
		expect(stderr).toMatch(/The link logs one browser in as owner, once, until \d{4}-/);
		expect(stderr).not.toContain('cwl_');
		expect(nameOf(await service.links.redeem(stdout))).toBe('owner');
		await expect(service.links.redeem(stdout)).rejects.toMatchObject({ code: 'LOGIN_REFUSED' });
	});

	test('logs in the user whose tokens carrywire token creates, or the named user', async () => {
		await using service = await startControlService(dataDir);
		const { userId } = await service.tokens.issue({
			userName: 'owner',
			name: 'cli',
			scopes: ['arb:read'],
			ttlMs: 60_000,
		});
		const own = await runCaptured(['login-link'], { cwd: folder });
		expect(await service.links.redeem(own.stdout)).toBe(userId);
		const other = await runCaptured(['login-link', '--user', 'ann'], { cwd: folder });
		expect(nameOf(await service.links.redeem(other.stdout))).toBe('ann');
	});

	test('refuses an invalid name and states the rule', async () => {
		await using _service = await startControlService(dataDir);
		const { exit, stdout, stderr } = await runCaptured(['login-link', '--user', '%'], { cwd: folder });
		expect([exit, stdout]).toEqual([1, '']);
		expect(stderr).toContain('user must be');
	});
});

describe('without a running service', () => {
	beforeEach(async () => {
		await (await openTokenStore(dataDir)).close();
	});

	test('stores the link for the next start', async () => {
		const { exit, stdout, stderr } = await run();
		expect(exit).toBe(0);
		expect(stdout).toMatch(new RegExp(`^http://localhost:8080/login/link#${CODE}\n$`));
		expect(stderr).toContain(
			'No service runs on this data directory. Start the service before you open the link.',
		);
		expect(await redeem(stdout)).toBe('owner');
		expect(await redeem(stdout)).toBeUndefined();
	});

	test('uses the public address of the settings', async () => {
		const { stdout } = await runCaptured(['login-link'], {
			cwd: folder,
			openTokenStore,
			env: { CARRYWIRE_PUBLIC_URL: 'https://carrywire.example' },
		});
		expect(stdout).toMatch(new RegExp(`^https://carrywire.example/login/link#${CODE}\n$`));
	});

	test('a newer link replaces the previous one', async () => {
		const older = await run();
		const newer = await run();
		expect(await redeem(older.stdout)).toBeUndefined();
		expect(await redeem(newer.stdout)).toBe('owner');
	});

	test('records the link in the audit trail of the user, without its code', async () => {
		const { stdout } = await run('--user', 'ann');
		const database = openDatabaseToRead(dataDir);
		const trail = database.prepare('SELECT * FROM audit').all();
		database.close();
		expect(trail).toEqual([
			expect.objectContaining({ action: 'login.link', actor: 'operator', outcome: 'ok', subject: null }),
		]);
		expect(JSON.stringify(trail)).not.toContain(stdout.split('#')[1]?.trim());
	});
});

test('names a directory on which no service has run, and creates nothing', async () => {
	const { exit, stdout, stderr } = await run();
	expect([exit, stdout]).toEqual([2, '']);
	expect(stderr).toContain(`The data directory ${dataDir} has no carrywire.db, so no service has run on it.`);
	expect(existsSync(dataDir)).toBe(false);
});
