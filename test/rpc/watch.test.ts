/** `carrywire watch` at a terminal in this process: what it draws, when the service goes and comes, how it ends. */
import { expect, test } from 'vitest';
import { type Polling, until } from '../e2e/polling.ts';
import { type HandTerminal, handTerminal, runCaptured } from '../support/captured-command.ts';
import { startTestServer } from './test-server.ts';

const POLL = { periodMs: 20 };
const BEGIN = '\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[H';
const END = '\u001b[?7h\u001b[?25h\u001b[?1049l';
const CONTROL = new RegExp(`${String.fromCharCode(27)}\\[[?\\d;]*[A-Za-z]`, 'g');

/** The picture as it stands: what was drawn last. */
const snapshot = ({ drawn }: HandTerminal) =>
	(drawn.stdout.split('\u001b[H').at(-1) ?? '').replace(CONTROL, '').split('\r\n');
const shows = (terminal: HandTerminal, text: string, polling: Partial<Polling> = {}) =>
	until(
		{ ...POLL, what: `the picture to show ${text}`, seen: () => snapshot(terminal).join('\n'), ...polling },
		() => (snapshot(terminal).join('\n').includes(text) ? true : undefined),
	);

test('draws the table, draws it anew for another size, and gives the terminal back', async () => {
	await using server = await startTestServer();
	const terminal = handTerminal({ isTerminal: true, columns: 150, rows: 20 });
	const ended = runCaptured(['watch', '--url', server.url, '--amount', '5000'], { terminal });
	await shows(terminal, 'BTCUSDT');
	expect(snapshot(terminal)[2]).toMatch(/^SYMBOL +LONG +SHORT .*RISK +LIQ/);
	expect(snapshot(terminal).join('\n')).toContain('At 5,000 USD over both legs');
	terminal.resize(80, 6);
	const small = snapshot(terminal);
	expect(small).toHaveLength(6);
	expect(small[2]).toMatch(/^SYMBOL +LONG +SHORT +NET +NET APR % +VERDICT +ID$/);
	expect(small.at(-1)).toBe('q quits');
	terminal.press('x');
	terminal.press('q');
	expect(await ended).toEqual({ exit: 0, stdout: '', stderr: '' });
	expect(terminal.drawn.stdout.startsWith(BEGIN)).toBe(true);
	expect(terminal.drawn.stdout.endsWith(END)).toBe(true);
});

test('says since when the service is away, and goes on when it is back', async () => {
	const first = await startTestServer();
	const port = Number(new URL(first.url).port);
	const terminal = handTerminal({ isTerminal: true });
	const ended = runCaptured(['watch', '--url', first.url], { terminal, env: { NO_COLOR: '1' } });
	await shows(terminal, 'BTCUSDT');
	await first[Symbol.asyncDispose]();
	await shows(terminal, 'disconnected since');
	// What was known last stays in sight.
	expect(snapshot(terminal).join('\n')).toContain('BTCUSDT');
	await using _second = await startTestServer({ server: { port } });
	await shows(terminal, 'changed');
	terminal.press('\u0003');
	expect(await ended).toMatchObject({ exit: 130, stderr: '' });
	expect(terminal.drawn.stdout).not.toMatch(new RegExp(`${String.fromCharCode(27)}\\[\\d+m`));
});

test('a refusal ends it with the sentence of the service, and the terminal is given back before', async () => {
	await using server = await startTestServer();
	const terminal = handTerminal({ isTerminal: true });
	const ended = runCaptured(['watch', 'portfolio', '--url', server.url], { terminal });
	expect(await ended).toMatchObject({ exit: 4, stderr: expect.stringContaining('UNAUTHORIZED: ') });
	expect(terminal.drawn.stdout.endsWith(END)).toBe(true);
});

test('the portfolio is watched with a token', async () => {
	await using server = await startTestServer();
	const terminal = handTerminal({ isTerminal: true });
	const env = { CARRYWIRE_TOKEN: server.tokens.read ?? '' };
	const ended = runCaptured(['watch', 'portfolio', '--url', server.url], { terminal, env });
	await shows(terminal, 'No executions.');
	terminal.press('q');
	expect(await ended).toMatchObject({ exit: 0 });
});

test('with --json it prints a line for each change, as the method has it, and ends at SIGTERM', async () => {
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
