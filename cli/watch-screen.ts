/** Watches a channel: redraws the terminal on every change, or prints one line of JSON per change. */
import type { ChannelName, ChannelParams, ChannelState } from '../client/methods.ts';
import type { Stream } from '../client/stream.ts';
import { UsageError } from './command.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { duration, timeOfSeconds } from './figures.ts';
import { openLiveScreen } from './live-screen.ts';
import type { TextStyle } from './opportunity-lines.ts';
import { harmless } from './paint.ts';
import type { ServiceSession } from './service-command.ts';

/** A channel with its parameters, and how to draw its state. */
export type Watched<C extends ChannelName> = {
	readonly channel: C;
	readonly params: ChannelParams<C>;
	readonly isPublic: boolean;
	readonly lines: (value: ChannelState<C>, style: TextStyle) => readonly string[];
};

/** Interval between redraws without new data, milliseconds. They keep the displayed ages current. */
const TICK_MS = 1_000;
const CTRL_C = '\u0003';

/**
 * Shows the channel and resolves to the exit code when the user ends the watch.
 * @throws UsageError outside a terminal without --json, TransportError if the service is unreachable at the start,
 * RpcError for a refusal
 */
export async function watchScreen<C extends ChannelName>(
	session: ServiceSession,
	watched: Watched<C>,
): Promise<number> {
	if (!session.json && !session.terminal.stdout.isTerminal)
		throw new UsageError('watch', 'watch needs a terminal. Without one, add --json.');
	// If the service is unreachable at the start, the address is probably wrong, so the command fails. Later on, the
	// command waits until the service is reachable again.
	await session.openCall('test', {});
	return session.json ? printChanges(session, watched) : drawChanges(session, watched);
}

async function printChanges<C extends ChannelName>(
	session: ServiceSession,
	watched: Watched<C>,
): Promise<number> {
	const stream = session.connect(watched.isPublic, () => {});
	const feed = watchFeed(stream, watched, (value) => session.output.print(JSON.stringify(value)));
	try {
		return await Promise.race([feed.refused, stopped(session)]);
	} finally {
		feed.stop();
	}
}

async function drawChanges<C extends ChannelName>(
	session: ServiceSession,
	{ channel, params, isPublic, lines }: Watched<C>,
): Promise<number> {
	const { terminal, clock, paint, url } = session;
	let value: ChannelState<C> | undefined;
	let changedAt = clock.now();
	let away: { readonly since: number; readonly reason: string } | undefined = {
		since: changedAt,
		reason: '',
	};
	const draw = () => {
		const { rows, columns } = screen.size();
		const body = value === undefined ? [] : lines(value, { width: columns, paint });
		const head = `${paint(`carrywire ${channel}`, 'strong')}  ${url}  ${stateText()}`;
		screen.draw([head, '', ...body.slice(0, rows - 3), paint('q quits', 'soft')]);
	};
	const stateText = () => {
		const now = clock.now();
		if (away === undefined) return `changed ${duration(now - changedAt)} ago`;
		const { since, reason } = away;
		if (value === undefined) return paint(`connecting ${harmless(reason)}`.trimEnd(), 'warn');
		return paint(
			`disconnected since ${timeOfSeconds(Math.floor(since / 1_000))} (${duration(now - since)}) ${harmless(reason)}`,
			'bad',
		);
	};
	const screen = openLiveScreen(terminal, draw);
	const stream = session.connect(isPublic, (state, reason) => {
		away = state === 'open' ? undefined : { since: away?.since ?? clock.now(), reason };
		draw();
	});
	const feed = watchFeed(stream, { channel, params }, (next) => {
		value = next;
		changedAt = clock.now();
		draw();
	});
	const endTicks = clock.every(TICK_MS, draw);
	let endKeys = () => {};
	const pressed = new Promise<number>((resolve) => {
		endKeys = terminal.keyboard.onKey((key) => {
			if (key === 'q') resolve(EXIT_CODES.OK);
			if (key === CTRL_C) resolve(EXIT_CODES.INTERRUPTED);
		});
	});
	try {
		draw();
		return await Promise.race([feed.refused, stopped(session), pressed]);
	} finally {
		feed.stop();
		endTicks();
		endKeys();
		screen.end();
	}
}

/**
 * Calls `onValue` with the full state at each change. `refused` rejects if the service ends the subscription, and
 * never resolves.
 */
function watchFeed<C extends ChannelName>(
	stream: Stream,
	{ channel, params }: { readonly channel: C; readonly params: ChannelParams<C> },
	onValue: (value: ChannelState<C>) => void,
): { readonly stop: () => void; readonly refused: Promise<never> } {
	let isStopped = false;
	const refused = new Promise<never>((_, reject) => {
		stream.subscribe(channel, params, {
			onState: onValue,
			onEnd(reason) {
				if (!isStopped) reject(reason);
			},
		});
	});
	return {
		refused,
		stop() {
			isStopped = true;
			void stream.close();
		},
	};
}

async function stopped({ parts }: ServiceSession): Promise<number> {
	const signal = await parts.stopSignal();
	return signal === 'SIGINT' ? EXIT_CODES.INTERRUPTED : EXIT_CODES.TERMINATED;
}
