/** Watching: a picture in the terminal that is drawn with every change, or a line of JSON for each. */
import type { MethodName, MethodParams, MethodResult } from '../client/methods.ts';
import { UsageError } from './command.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { duration, timeOfSeconds } from './figures.ts';
import { openLiveScreen } from './live-screen.ts';
import type { Look } from './opportunity-lines.ts';
import type { ServiceSession } from './service-command.ts';
import { pollFeed } from './watch-feed.ts';

export type Watched<M extends MethodName> = {
	readonly method: M;
	readonly params: MethodParams<M>;
	readonly isPublic: boolean;
	readonly title: string;
	readonly lines: (value: MethodResult<M>, look: Look) => readonly string[];
};

/** The second hand of what is shown. */
const TICK_MS = 1_000;
const CTRL_C = '\u0003';

/** Answers the exit code when somebody ends it. @throws UsageError without a terminal, RpcError when it is refused */
export function watchPicture<M extends MethodName>(
	session: ServiceSession,
	watched: Watched<M>,
): Promise<number> {
	if (session.json) return printChanges(session, watched);
	if (!session.terminal.stdout.isTerminal)
		throw new UsageError('watch', 'watch draws on a terminal; without one it needs --json.');
	return drawChanges(session, watched);
}

async function printChanges<M extends MethodName>(
	session: ServiceSession,
	watched: Watched<M>,
): Promise<number> {
	const feed = pollFeed(session, watched, {
		onValue: (value) => session.output.print(JSON.stringify(value)),
		onReach() {},
	});
	try {
		return await Promise.race([feed.refused, stopped(session)]);
	} finally {
		feed.stop();
	}
}

async function drawChanges<M extends MethodName>(
	session: ServiceSession,
	{ title, lines, ...asked }: Watched<M>,
): Promise<number> {
	const { terminal, clock, paint, url } = session;
	let value: MethodResult<M> | undefined;
	let changedAt = clock.now();
	let awaySince: number | undefined = clock.now();
	const draw = () => {
		const { rows, columns } = screen.size();
		const body = value === undefined ? [] : lines(value, { width: columns, paint });
		const head = `${paint(`carrywire ${title}`, 'strong')}  ${url}  ${stateText()}`;
		screen.draw([head, '', ...body.slice(0, rows - 3), paint('q ends', 'soft')]);
	};
	const stateText = () => {
		if (awaySince === undefined) return `changed ${duration(clock.now() - changedAt)} ago`;
		if (value === undefined) return paint('connecting', 'warn');
		return paint(
			`disconnected since ${timeOfSeconds(awaySince / 1_000)} (${duration(clock.now() - awaySince)})`,
			'bad',
		);
	};
	const screen = openLiveScreen(terminal, draw);
	const feed = pollFeed(session, asked, {
		onValue(next) {
			value = next;
			changedAt = clock.now();
			draw();
		},
		onReach(isReached) {
			awaySince = isReached ? undefined : (awaySince ?? clock.now());
			draw();
		},
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

async function stopped({ parts }: ServiceSession): Promise<number> {
	const signal = await parts.stopSignal();
	return signal === 'SIGINT' ? EXIT_CODES.INTERRUPTED : EXIT_CODES.TERMINATED;
}
