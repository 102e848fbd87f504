/** Runs `halt --mine` and `resume --mine`: the caller's own kill switch, at a service on this or another machine. */
import type { ServiceSession } from './service-command.ts';
import { HALT_TEXT } from './text.ts';

/** Halts the caller's own opening of positions. Prints the halt and the executions that it closes or cancels. */
export async function haltOwn(
	{ reason, closeAll }: { readonly reason: string | null; readonly closeAll: boolean },
	session: ServiceSession,
): Promise<void> {
	const answer = await session.call('halt_trading', {
		close_all: closeAll,
		...(reason === null ? {} : { reason }),
	});
	session.show(answer, () => [
		HALT_TEXT.ownHalted(answer.halted_at),
		...answer.closing.map((id) => `closing ${id}`),
		...answer.canceling.map((id) => `canceling ${id}`),
	]);
}

/** Ends the caller's own halt, and prints the remaining halts. */
export async function resumeOwn(session: ServiceSession): Promise<void> {
	const answer = await session.call('resume_trading', {});
	session.show(answer, () => [
		answer.resumed ? HALT_TEXT.ownResumed : HALT_TEXT.ownNone,
		...answer.still_halted.map(({ exchange, reason }) => HALT_TEXT.stillHalted(exchange, reason)),
	]);
}
