/** Declares what commands depend on. `main.ts` provides the real implementations. */
import type { RunningService } from '../src/app/run-service.ts';
import type { Config } from '../src/config/config.ts';
import type { OpenTokenStore } from '../src/operations/open-token-store.ts';
import type { VenueAccount } from '../src/operations/venue-account.ts';
import type { Clock, Random } from '../src/ports/clock.ts';
import type { Logger } from '../src/ports/logger.ts';
import type { Output } from '../src/ports/output.ts';
import type { StopSignal } from './signals.ts';
import type { Terminal } from './terminal.ts';

/** Everything that a command needs from the process and the service. */
export type CliParts = {
	readonly startService: (
		config: Config,
		parts: {
			readonly output: Output;
			readonly env: Readonly<Record<string, string | undefined>>;
		},
	) => Promise<RunningService>;
	readonly openTokenStore: OpenTokenStore;
	/** Queries an exchange directly. Resolves to the result as text. */
	readonly runVenueCommand: (
		question: {
			readonly venue: string;
			readonly what: string;
			readonly json: boolean;
			readonly clock: Clock;
		} & VenueAccount,
	) => Promise<string>;
	readonly stopSignal: () => Promise<StopSignal>;
	readonly version: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd: string;
	readonly clock: Clock;
	readonly random: Random;
	readonly logger: Logger;
	readonly output: Output;
	readonly terminal: Terminal;
};
