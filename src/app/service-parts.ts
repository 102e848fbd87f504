/** Defines what a composition of the service needs from its environment. */
import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/read-secrets.ts';
import type { PotPlanner } from '../ports/autopilot.ts';
import type { ChatTransport } from '../ports/chat-transport.ts';
import type { Clock, Random, TurnEnd } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { PlanSolver } from '../ports/plan-solver.ts';
import type { RecordingSink } from '../ports/recording-sink.ts';
import type { Replays } from '../ports/replays.ts';
import type { Tracer } from '../ports/tracer.ts';
import type { Metrics } from '../runtime/metrics.ts';
import type { RunningSimulator } from '../store/run-file.ts';
import type { Closers } from './closers.ts';
import type { ServiceVault } from './compose-accounts.ts';
import type { Stores } from './open-stores.ts';
import type { ServicePace } from './service-pace.ts';
import type { VenueAccess } from './venue-access.ts';

/** Everything that the service needs from its environment. */
export type ServiceParts = {
	readonly config: Config;
	readonly secrets: Pick<Secrets, 'identityProviders' | 'exchangeClients' | 'mailServer' | 'chat'>;
	readonly clock: Clock;
	readonly random: Random;
	readonly turnEnd: TurnEnd;
	readonly log: Logger;
	readonly stores: Stores;
	readonly vault: ServiceVault;
	readonly venues: VenueAccess;
	/** Network of the chat platforms. */
	readonly chatTransport: ChatTransport;
	/** Destination of the market recordings; undefined if nothing is recorded. */
	readonly recordings: RecordingSink | undefined;
	/**
	 * Simulated exchanges on this machine, where the service creates accounts; empty in modes that do not use them.
	 */
	readonly simulators: Readonly<Record<string, RunningSimulator>>;
	readonly metrics: Metrics;
	readonly tracer: Tracer;
	/** Solves the plans of portfolios. */
	readonly planSolver: PlanSolver;
	/** Replays of callers. Default: none. */
	readonly replays?: Replays;
	/** Default: `USUAL_PACE`. */
	readonly pace?: ServicePace;
	/** Plans for pots. Default: the portfolio planner. */
	readonly potPlanner?: PotPlanner;
	/** Codes of guards that block no opening. Only replays switch guards off. Default: none. */
	readonly rulesOff?: ReadonlySet<string>;
	/** Collects resources to close, even if composing fails midway. */
	readonly closers: Closers;
};
