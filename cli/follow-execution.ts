/** Follows an execution, event by event, until it is where it was meant to come. */
import { RpcError, TransportError } from '../client/errors.ts';
import type { ExecutionEvent, ExecutionStatus, GetExecutionResult } from '../client/methods.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { exitOfError, InterruptedError } from './failures.ts';
import type { Progress } from './progress.ts';
import type { ServiceSession } from './service-command.ts';

/** Twice a second is a fifth of what a token may read. */
const CHECK_MS = 500;
/** A service that is started anew is back sooner. */
const SILENT_MS_MAX = 60_000;
const EVENTS_MAX = 200;

/** An execution to follow, and the states in which following goes on. */
export type Following = {
	readonly executionId: string;
	/** While it is one of these it is followed. */
	readonly during: readonly ExecutionStatus[];
	/** What is waited for, for people. */
	readonly what: string;
	/** Said when somebody ends the command meanwhile: what goes on. */
	readonly goesOn: string;
};

/** @throws InterruptedError at Ctrl-C or SIGTERM; RpcError, TransportError when the service stays away */
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
				const found = await untilInterrupted(session, following, style(session, following));
				silentSince = undefined;
				seen = tellEvents(found.events, seen, progress);
				if (!following.during.includes(found.execution.status)) {
					// The journal is read before the state: what came in between is in the next look.
					const last = await style(session, following);
					tellEvents(last.events, seen, progress);
					return last;
				}
				progress.say(stateText(following.what, found));
			} catch (error) {
				if (!mayPass(error)) throw error;
				silentSince ??= now;
				if (now - silentSince > SILENT_MS_MAX) throw error;
				progress.say('The service does not answer; what it has begun goes on there');
			}
			await untilInterrupted(session, following, pause(session));
		}
	});
}

function style({ call }: ServiceSession, { executionId }: Following): Promise<GetExecutionResult> {
	return call('get_execution', { execution_id: executionId, events: EVENTS_MAX });
}

function tellEvents(events: readonly ExecutionEvent[], seen: number, progress: Progress): number {
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

function mayPass(error: unknown): boolean {
	if (error instanceof TransportError) return true;
	return error instanceof RpcError && exitOfError(error.code, error) === EXIT_CODES.LATER;
}

function pause({ clock }: ServiceSession): Promise<void> {
	return new Promise((resolve) => {
		clock.after(CHECK_MS, resolve);
	});
}

const INTERRUPTS = new WeakMap<ServiceSession, Promise<'SIGINT' | 'SIGTERM'>>();

/** One listener for each session, from the first wait on: before that Ctrl-C ends the process as everywhere. */
async function untilInterrupted<T>(
	session: ServiceSession,
	{ goesOn }: Following,
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
		throw new InterruptedError(ended.signal, goesOn);
	}
	return ended.value;
}
