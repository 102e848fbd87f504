/**
 * What callers and operators ask of executions that exist already: halting everything that a kill switch covers.
 * Opening and closing one execution is the desk's.
 */
import { type Decimal, ZERO } from '../domain/decimal.ts';
import { type ExecutionState, isEnded } from '../domain/execution.ts';
import type { HaltEffect, KillSwitches } from '../ports/halts.ts';
import type { ExecutionDriver } from './driver.ts';
import type { Halts } from './halts.ts';

export type ControlsOptions = {
	readonly driver: ExecutionDriver;
	readonly halts: Halts;
	readonly maxSlippageBpsDefault: Decimal;
};

export type Controls = {
	readonly switches: KillSwitches;
	/** Goes on with what standing halts want closed: after a start, when nobody asks again. */
	readonly enforceHalts: () => Pick<HaltEffect, 'closing' | 'canceling'>;
};

export function createControls(options: ControlsOptions): Controls {
	const { driver, halts } = options;

	/** What a halt wants of an execution, asked of the engine; undefined when there is nothing to ask now. */
	function enforce(state: ExecutionState): 'closing' | 'canceling' | undefined {
		if (isEnded(state) || !halts.wantsClosed(state)) return undefined;
		const { executionId } = state.plan;
		if (state.phase === 'running' || state.close?.firm === true) {
			driver.submit(executionId, {
				kind: 'closeRequested',
				reason: 'closed by a kill switch',
				remaining: ZERO,
				maxSlippageBps: options.maxSlippageBpsDefault,
				firm: false,
			});
			return 'closing';
		}
		return undefined;
	}

	function enforceHalts(): Pick<HaltEffect, 'closing' | 'canceling'> {
		const asked = driver.states().map((state) => ({ id: state.plan.executionId, what: enforce(state) }));
		const idsOf = (wanted: 'closing' | 'canceling') =>
			asked.flatMap(({ id, what }) => (what === wanted ? [id] : []));
		return { closing: idsOf('closing'), canceling: idsOf('canceling') };
	}

	// An execution may be half closed, or still opening, when the halt comes: what is wanted of it is asked again then.
	driver.onChange((state) => {
		enforce(state);
	});

	return {
		enforceHalts,
		switches: {
			...halts,
			async halt(wanted) {
				const halt = await halts.set(wanted);
				return { halt, ...enforceHalts() };
			},
		},
	};
}
