/** The parts that commands are carried out with. The process brings the real ones (`main.ts`). */
import type { Config } from '../config.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { Output } from './output.ts';
import type { StopSignal } from './signals.ts';
import type { Terminal } from './terminal.ts';
import type { OpenTokenStore } from './token.ts';
import type { VenueAccount } from './venue-account.ts';

export type RunningService = {
	/** Base address, such as `http://127.0.0.1:8080`. */
	readonly url: string;
	/** Resolves with the reason when the service cannot go on; never otherwise. */
	readonly failed: Promise<string>;
	/** Answers what is in flight, then closes everything. */
	stop(): Promise<void>;
};

export type CliParts = {
	readonly startService: (
		config: Config,
		parts: {
			readonly output: Output;
			readonly env: Readonly<Record<string, string | undefined>>;
		},
	) => Promise<RunningService>;
	readonly openTokenStore: OpenTokenStore;
	/** Answers what an exchange itself says, as text. */
	readonly runVenueCommand: (
		question: {
			readonly venue: string;
			readonly what: string;
			readonly json: boolean;
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
