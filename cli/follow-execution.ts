/** Follows an execution, event by event, until its status is none of the given ones. */
import { RpcError, TransportError } from '../client/errors.ts';
import type { ExecutionEvent, ExecutionStatus, GetExecutionResult } from '../client/methods.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { exitOfError, InterruptedError } from './failures.ts';
import type { Progress } from './progress.ts';
import type { ServiceSession } from './service-command.ts';
import { TRADE_TEXT } from './text.ts';

/** Polling interval, milliseconds. Two polls a second use a fifth of a token's rate limit. */
const CHECK_MS = 500;
/** Time without a response after which the command fails, milliseconds. It is longer than a restart of the service. */
const SILENT_MS_MAX = 60_000;
const EVENTS_MAX = 200;

/** An execution to follow, and the statuses in which to keep following it. */
export type Following = {
	readonly executionId: string;
	/** Statuses in which following continues. */
	readonly during: readonly ExecutionStatus[];
	/** Description of the awaited outcome, shown to the user. */
	readonly what: string;
	/** Message if a signal ends the command; says what the service continues to do. */
	readonly continues: string;
};

/**
 * Resolves to the execution once its status is none of `during`. @throws InterruptedError at Ctrl-C or SIGTERM;
 * RpcError, TransportError if the service stays unreachable
 */
export async function followExecution(
	session: ServiceSession,
	following: Following,
): Promise<GetExecutionResult> {
	return session.waiting(following.what, async (progress) => {
		let seen = -1;
		let silentSince: number | undefined;
		for (;;) {
			const now = session.clock.monotonic();
			try {
				const found = await untilInterrupted(session, following, readExecution(session, following));
				silentSince = undefined;
				seen = showEvents(found.events, seen, progress);
				if (!following.during.includes(found.execution.status)) {
					// Each response reads the journal before the status. One more request fetches the events written
					// between these two reads.
					const last = await readExecution(session, following);
					showEvents(last.events, seen, progress);
					return last;
				}
				progress.say(stateText(following.what, found));
			} catch (error) {
				if (!isTemporary(error)) throw error;
				silentSince ??= now;
				if (now - silentSince > SILENT_MS_MAX) throw error;
				progress.say(TRADE_TEXT.silent);
			}
			await untilInterrupted(session, following, pause(session));
		}
	});
}

function readExecution({ call }: ServiceSession, { executionId }: Following): Promise<GetExecutionResult> {
	return call('get_execution', { execution_id: executionId, events: EVENTS_MAX });
}

function showEvents(events: readonly ExecutionEvent[], seen: number, progress: Progress): number {
	let last = seen;
	for (const event of events) {
		if (event.seq <= seen) continue;
		progress.step(`${event.recorded_at.slice(11, 23)}Z  ${event.text}`);
		last = event.seq;
	}
	return last;
}

function stateText(what: string, { execution }: GetExecutionResult): string {
	const reason = execution.status_reason === null ? '' : ` (${execution.status_reason})`;
	return `${what}: ${execution.status}${reason}`;
}

function isTemporary(error: unknown): boolean {
	if (error instanceof TransportError) return true;
	return error instanceof RpcError && exitOfError(error.code, error) === EXIT_CODES.LATER;
}

function pause({ clock }: ServiceSession): Promise<void> {
	return new Promise((resolve) => {
		clock.after(CHECK_MS, resolve);
	});
}

const INTERRUPTS = new WeakMap<ServiceSession, Promise<'SIGINT' | 'SIGTERM'>>();

/** Registers one signal listener per session, at the first wait. Before that, Ctrl-C ends the process as usual. */
async function untilInterrupted<T>(
	session: ServiceSession,
	{ continues }: Following,
	work: Promise<T>,
): Promise<T> {
	const interrupt = INTERRUPTS.get(session) ?? session.parts.stopSignal();
	INTERRUPTS.set(session, interrupt);
	const ended = await Promise.race([
		work.then((value) => ({ value })),
		interrupt.then((signal) => ({ signal })),
	]);
	if ('signal' in ended) {
		work.catch(() => {});
		throw new InterruptedError(ended.signal, continues);
	}
	return ended.value;
}
