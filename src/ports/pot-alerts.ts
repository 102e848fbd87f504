/** Defines what a pot reports to its owner. */
import type { Words } from '../sentences/sentence.ts';
import type { Pot } from './autopilot.ts';
import type { DecisionRecord } from './autopilot-store.ts';

/** Reports events of pots. Each call is harmless to repeat, because an event alerts once. None of them throws. */
export interface PotAlerts {
	/** A decision was made. @param count changes that are made or suggested */
	decided(pot: Pot, decision: DecisionRecord, count: number): void;
	/** The service refused a change. */
	refused(
		pot: Pot,
		decision: DecisionRecord,
		change: number,
		refusal: { readonly code: string; readonly message: Words },
	): void;
	/** The drawdown stop was reached. */
	drawdown(pot: Pot, at: number, why: Words): void;
	/** A decision cannot be made yet. @param triggerKey the decision's trigger */
	waits(pot: Pot, triggerKey: string, why: Words): void;
	/** The pot has ended and manages nothing anymore. */
	ended(pot: Pot, at: number): void;
}
