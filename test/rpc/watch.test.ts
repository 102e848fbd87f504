/** Tests `carrywire watch` in a terminal within this process: rendering, reconnection and exit. */
import { expect, test } from 'vitest';
import { type Polling, until } from '../e2e/polling.ts';
import { type HandTerminal, handTerminal, runCaptured } from '../support/captured-command.ts';
import { startTestServer } from './test-server.ts';

const POLL = { periodMs: 20 };
const BEGIN = '\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[H';
const END = '\u001b[?7h\u001b[?25h\u001b[?1049l';
const CONTROL = new RegExp(`${String.fromCharCode(27)}\\[[?\\d;]*[A-Za-z]`, 'g');

/** Returns the lines of the last rendered screen. */
const screen = ({ drawn }: HandTerminal) =>
	(drawn.stdout.split('\u001b[H').at(-1) ?? '').replace(CONTROL, '').split('\r\n');
const shows = (terminal: HandTerminal, text: string, polling: Partial<Polling> = {}) =>
	until(
		{ ...POLL, what: `the screen to show ${text}`, seen: () => screen(terminal).join('\n'), ...polling },
		() => (screen(terminal).join('\n').includes(text) ? true : undefined),
	);

test('draws the table, redraws it after a resize and restores the terminal', async () => {
	await using server = await startTestServer();
	const terminal = handTerminal({ isTerminal: true, columns: 150, rows: 20 });
	const ended = runCaptured(['watch', '--url', server.url, '--amount', '5000'], { terminal });
	await shows(terminal, 'BTCUSDT');
	expect(screen(terminal)[2]).toMatch(/^SYMBOL +LONG +SHORT .*RISK +LIQ/);
	expect(screen(terminal).join('\n')).toContain('At 5,000 USD over both legs');
	terminal.resize(80, 6);
	const small = screen(terminal);
	expect(small).toHaveLength(6);
	expect(small[2]).toMatch(/^SYMBOL +LONG +SHORT +NET +NET APR % +VERDICT +ID$/);
	expect(small.at(-1)).toBe('q quits');
	terminal.press('x');
	terminal.press('q');
	expect(await ended).toEqual({ exit: 0, stdout: '', stderr: '' });
	expect(terminal.drawn.stdout.startsWith(BEGIN)).toBe(true);
	expect(terminal.drawn.stdout.endsWith(END)).toBe(true);
});

test('shows the time of the disconnect and continues when the service returns', async () => {
	const first = await startTestServer();
	const port = Number(new URL(first.url).port);
	const terminal = handTerminal({ isTerminal: true });
	const ended = runCaptured(['watch', '--url', first.url], { terminal, env: { NO_COLOR: '1' } });
	await shows(terminal, 'BTCUSDT');
	await first[Symbol.asyncDispose]();
	await shows(terminal, 'disconnected since');
	// The last known rows remain visible.
	expect(screen(terminal).join('\n')).toContain('BTCUSDT');
	await using _second = await startTestServer({ server: { port } });
	await shows(terminal, 'changed');
	terminal.press('\u0003');
	expect(await ended).toMatchObject({ exit: 130, stderr: '' });
	expect(terminal.drawn.stdout).not.toMatch(new RegExp(`${String.fromCharCode(27)}\\[\\d+m`));
});

test('restores the terminal, then ends with the service’s sentence after a refusal', async () => {
	await using server = await startTestServer();
	const terminal = handTerminal({ isTerminal: true });
	const ended = runCaptured(['watch', 'portfolio', '--url', server.url], { terminal });
	expect(await ended).toMatchObject({ exit: 4, stderr: expect.stringContaining('UNAUTHORIZED: ') });
	expect(terminal.drawn.stdout.endsWith(END)).toBe(true);
});

test('watches the portfolio with a token', async () => {
	await using server = await startTestServer();
	const terminal = handTerminal({ isTerminal: true });
	const env = { CARRYWIRE_TOKEN: server.tokens.read ?? '' };
	const ended = runCaptured(['watch', 'portfolio', '--url', server.url], { terminal, env });
	await shows(terminal, 'No executions.');
	terminal.press('q');
	expect(await ended).toMatchObject({ exit: 0 });
});

test('with --json prints one line per change in the method’s form and ends at SIGTERM', async () => {
	await using server = await startTestServer();
	const stop = Promise.withResolvers<'SIGTERM'>();
	const printed = Promise.withResolvers<string>();
	const ended = runCaptured(['watch', '--json', '--limit', '1', '--url', server.url], {
		stopSignal: () => stop.promise,
		onPrint: printed.resolve,
	});
	const line = await printed.promise;
	expect(JSON.parse(line)).toMatchObject({ data: [{ symbol: 'BTCUSDT' }], pagination: { per_page: 1 } });
	stop.resolve('SIGTERM');
	expect(await ended).toMatchObject({ exit: 143, stderr: '' });
});
