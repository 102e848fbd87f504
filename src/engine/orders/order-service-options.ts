/** Defines the dependencies of the calls that open, preview and move positions. */
import type { ExecutionPlan } from '../../domain/event.ts';
import type { Opportunity } from '../../domain/opportunity.ts';
import type { ReadOutlook } from '../../domain/stay-advice.ts';
import type { Random } from '../../ports/clock.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Tracer } from '../../ports/tracer.ts';
import type { AgentStops, IsAgentStopped } from '../drive/agent-stops.ts';
import type { ExecutionDriver } from '../drive/driver.ts';
import type { Halts } from '../drive/halts.ts';
import type { Openings } from '../drive/openings.ts';
import type { CloseCalls } from './close-calls.ts';
import type { OneLegLimits } from './one-leg-plan.ts';
import type { KnownExecutions } from './own-execution.ts';
import type { PreflightOptions } from './preflight.ts';

/** Dependencies of openings and previews. */
export type OrderServiceOptions = Omit<PreflightOptions, 'limits' | 'refusal'> & {
	readonly limits: PreflightOptions['limits'] & OneLegLimits & { readonly settlementGuardMs: number };
	readonly driver: ExecutionDriver;
	readonly halts: Pick<Halts, 'requireOpen' | 'covering'>;
	readonly isAgentStopped: IsAgentStopped;
	readonly agentStops: Pick<AgentStops, 'endOpening'>;
	/** Openings in progress, from calls and from emergency hedges. */
	readonly openings: Openings;
	readonly journal: Journal;
	readonly random: Random;
	readonly log: Logger;
	readonly tracer: Tracer;
	readonly closes: Pick<CloseCalls, 'close' | 'preview'>;
	readonly previewTtlMs: number;
	readonly stayOutlook: ReadOutlook;
	readonly foldEnded: KnownExecutions['foldEnded'];
	/** Called for every planned execution, with the record that the gate used. Must not throw. */
	readonly onAdmitted: (plan: ExecutionPlan, record: Opportunity) => void;
};
