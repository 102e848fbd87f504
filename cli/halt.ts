/**
 * Runs `carrywire halt`, `resume` and `halts`. Calls the running service, or writes to the store if none is running.
 */
import type { ControlRequest } from '../src/api/http/control.ts';
import { askService } from '../src/operations/control-client.ts';
import type { Clock } from '../src/ports/clock.ts';
import type { Halt, HaltEffect, HaltTarget, KillSwitches, OperatorTarget } from '../src/ports/halts.ts';
import type { Output } from '../src/ports/output.ts';
import { textTable } from './columns-table.ts';
import { time } from './figures.ts';
import { printResult } from './print-result.ts';
import { HALT_TEXT } from './text.ts';

/** A halt, resume or list command, as parsed from the command line. */
export type HaltAction =
	| {
			readonly action: 'halt';
			readonly target: OperatorTarget;
			readonly reason: string | null;
			readonly closeAll: boolean;
	  }
	| { readonly action: 'resume'; readonly target: OperatorTarget }
	| { readonly action: 'halts'; readonly json: boolean };

/** @throws Error with a message if the action failed */
export async function runHaltCommand(
	command: HaltAction & { readonly dataDir: string },
	{ output, clock }: { readonly output: Output; readonly clock: Clock },
): Promise<void> {
	const ask = (request: HaltRequest) => carryOut(command.dataDir, request, clock);
	switch (command.action) {
		case 'halt': {
			const { target, reason, closeAll } = command;
			const { result, isRunning } = await ask({ op: 'halt', target, reason, closeAll });
			const { halt, closing, canceling } = result as HaltEffect;
			output.remark(HALT_TEXT.halted(halt.target));
			if (!isRunning) output.remark(HALT_TEXT.fromNextStart);
			for (const id of closing) output.print(`closing ${id}`);
			for (const id of canceling) output.print(`canceling ${id}`);
			return;
		}
		case 'resume': {
			const { result } = await ask({ op: 'resume', target: command.target });
			if (result !== true) throw new Error(HALT_TEXT.notHalted(command.target));
			output.remark(HALT_TEXT.resumed(command.target));
			return;
		}
		case 'halts': {
			const { result } = await ask({ op: 'halts' });
			const halts = result as readonly Halt[];
			if (!command.json && halts.length === 0) output.remark(HALT_TEXT.none);
			else printResult(output, command.json, halts.map(haltJson), () => haltTable(halts));
		}
	}
}

type HaltRequest = Extract<ControlRequest, { readonly op: 'halt' | 'resume' | 'halts' }>;

async function carryOut(
	dataDir: string,
	request: HaltRequest,
	clock: Clock,
): Promise<{ readonly result: unknown; readonly isRunning: boolean }> {
	const answer = await askService(dataDir, request);
	if (answer !== undefined) {
		if (!answer.ok) throw new Error(answer.error.message);
		return { result: answer.result, isRunning: true };
	}
	const { openKillSwitches } = await import('../src/operations/open-kill-switches.ts');
	const { switches, close } = await openKillSwitches(dataDir, clock);
	try {
		return { result: await carryOutHere(switches, request), isRunning: false };
	} finally {
		close();
	}
}

async function carryOutHere(switches: KillSwitches, request: HaltRequest): Promise<unknown> {
	switch (request.op) {
		case 'halt': {
			const { op: _op, ...wanted } = request;
			return switches.halt({ ...wanted, by: 'operator' });
		}
		case 'resume':
			return switches.resume(request.target);
		case 'halts':
			return switches.list();
	}
}

function nameOf(target: HaltTarget): string {
	switch (target.scope) {
		case 'user':
			return target.userId;
		case 'exchange':
			return target.venue;
		case 'service':
			return '';
	}
}

function haltTable(halts: readonly Halt[]): string[] {
	const rows = halts.map(({ target, at, by, closeAll, reason }) => [
		target.scope,
		nameOf(target),
		time(new Date(at).toISOString()),
		by,
		closeAll ? 'yes' : 'no',
		reason ?? '',
	]);
	return textTable([['SCOPE', 'NAME', 'SINCE', 'BY', 'CLOSES ALL', 'REASON'], ...rows], 'left');
}

function haltJson({ target, at, by, closeAll, reason }: Halt): Record<string, unknown> {
	return {
		scope: target.scope,
		name: target.scope === 'service' ? null : nameOf(target),
		since: new Date(at).toISOString(),
		by,
		close_all: closeAll,
		reason,
	};
}
