/** Tests commands in a real pseudo-terminal, for behavior that needs one. */
import { expect, test } from 'vitest';
import { atTerminal } from '../support/pseudo-terminal.ts';
import { startTestServer } from './test-server.ts';

const ALTERNATE = '\u001b[?1049h';
const NORMAL = '\u001b[?25h\u001b[?1049l';
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[3\\dm`);

test.each([
	['q', 0, (at: ReturnType<typeof atTerminal>) => at.type('q')],
	['Ctrl-C', 130, (at: ReturnType<typeof atTerminal>) => at.type('\u0003')],
	['SIGTERM', 143, (at: ReturnType<typeof atTerminal>) => at.signal('SIGTERM')],
])('watch ends at %s with %i and restores the terminal', async (_how, exit, end) => {
	await using server = await startTestServer();
	await using at = atTerminal(['watch', '--url', server.url]);
	await at.sees('BTCUSDT');
	expect(at.shown()).toContain(ALTERNATE);
	end(at);
	expect(await at.ended).toBe(exit);
	expect(at.shown().trimEnd().endsWith(NORMAL)).toBe(true);
});

test('colours tables at a terminal, except with NO_COLOR', async () => {
	await using server = await startTestServer();
	for (const [env, isColoured] of [
		[{ NO_COLOR: '' }, true],
		[{ NO_COLOR: '1' }, false],
	] as const) {
		await using at = atTerminal(['status', '--url', server.url], env);
		expect(await at.ended).toBe(0);
		expect(at.shown()).toContain('bybit-kucoin');
		expect(COLOUR.test(at.shown())).toBe(isColoured);
	}
});

test('never shows the typed secret of a key', async () => {
	await using server = await startTestServer();
	const env = { CARRYWIRE_TOKEN: server.tokens.connect ?? '' };
	await using at = atTerminal(
		['connections', 'connect', 'kucoin', '--api-key', 'the-key', '--url', server.url],
		env,
	);
	await at.sees('API secret (not shown): ');
	at.type('typed-in-secret\r');
	await at.sees('API passphrase (not shown): ');
	at.type('typed-in-phrase\r');
	expect(await at.ended).toBe(0);
	expect(at.shown()).toContain('kucoin');
	expect(at.shown()).not.toContain('typed-in');
});
