/**
 * Runs one feed connection on fake wires that behave like sockets. A cut wire reports a little later that it closed,
 * and sending on a closed wire throws.
 */
import { expect, test } from 'vitest';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { openFeedSocket, type WireEvents } from './feed-socket.ts';

const START = 1_760_000_000_000;
/** Time from the cut until the wire reports that it closed. */
const END_MS = 5;
/** Longer than any pause between connections, milliseconds. */
const LONG_MS = 20_000;

type Line = { readonly events: WireEvents; readonly sent: string[]; isOpen: boolean; isCut: boolean };

function openScripted() {
	const clock = createVirtualClock(START);
	const lines: Line[] = [];
	const lost: string[] = [];
	const messages: string[] = [];
	const socket = openFeedSocket({
		address: async () => 'wss://venue.example/ws',
		openWire(_address, events) {
			const line: Line = { events, sent: [], isOpen: false, isCut: false };
			lines.push(line);
			return {
				send(text) {
					if (!line.isOpen) throw new Error('The socket is not open.');
					line.sent.push(text);
				},
				ping() {},
				cut() {
					line.isCut = true;
					clock.after(END_MS, () => events.onClose('it was cut'));
				},
			};
		},
		heartbeat: { periodMs: 60_000 },
		commandGapMs: 40,
		clock,
		random: { unit: () => 0.5, hex: (bytes) => '0'.repeat(2 * bytes) },
		onOpen: () => ['a', 'b', 'c'].forEach((command) => void socket.send(command)),
		onMessage: (bytes) => messages.push(bytes.toString()),
		onLost: (reason) => lost.push(reason),
	});
	const pass = async (ms: number): Promise<void> => {
		const until = clock.now() + ms;
		while (await clock.advance(until));
		clock.leap(until);
	};
	const answer = async (line: Line | undefined): Promise<void> => {
		if (line === undefined) throw new Error('No connection was opened.');
		line.isOpen = true;
		line.events.onOpen();
		await pass(200);
	};
	return { socket, lines, lost, messages, pass, answer };
}

test('replaces a dropped connection by one other, and ignores the late end of the first', async () => {
	const { socket, lines, lost, pass, answer } = openScripted();
	await pass(0);
	await answer(lines[0]);
	expect(lines[0]?.sent).toEqual(['a', 'b', 'c']);
	socket.renew('it is silent');
	expect(lines[0]?.isCut).toBe(true);
	await pass(LONG_MS / 4);
	expect([lines.length, lost]).toEqual([2, ['it is silent']]);
	await answer(lines[1]);
	expect(lines[1]?.sent).toEqual(['a', 'b', 'c']);
	await pass(LONG_MS);
	expect(lines).toHaveLength(2);
	socket.close();
});

test('ignores every event of a closed connection', async () => {
	const { socket, lines, lost, messages, pass, answer } = openScripted();
	await pass(0);
	await answer(lines[0]);
	socket.renew('it is silent');
	lines[0]?.events.onOpen();
	lines[0]?.events.onMessage(Buffer.from('late'));
	await pass(LONG_MS / 4);
	await answer(lines[1]);
	lines[0]?.events.onMessage(Buffer.from('later'));
	lines[0]?.events.onClose('once more');
	lines[1]?.events.onMessage(Buffer.from('now'));
	expect(messages).toEqual(['now']);
	expect(lost).toEqual(['it is silent']);
	expect(lines[1]?.sent).toEqual(['a', 'b', 'c']);
	socket.close();
});

test('drops a connection that never opens, and queues no commands before it is open', async () => {
	const { socket, lines, lost, pass } = openScripted();
	await pass(0);
	socket.send('too early');
	await pass(11_000);
	expect(lost).toEqual(['the connection did not open within 10.0 s']);
	expect(lines.map(({ sent }) => sent)).toEqual([[], []]);
	socket.close();
});
