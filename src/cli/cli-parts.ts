/** The parts that commands are carried out with. The process brings the real ones (`main.ts`). */
import type { Config } from '../config.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { ConnectAuthorization } from './authorization-client.ts';
import type { ReadPromises } from './calibration.ts';
import type { DoctorParts, DoctorQuestion } from './doctor/doctor.ts';
import type { ExportRequest } from './export-history.ts';
import type { OpenKillSwitches } from './halt.ts';
import type { RunningRecorder } from './record.ts';
import type { StopSignal } from './signals.ts';
import type { Terminal } from './terminal.ts';
import type { OpenTokenStore, Output } from './token.ts';
import type { VaultTools } from './vault.ts';
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
	/** True when nothing failed. */
	readonly runDoctor: (question: DoctorQuestion, parts: DoctorParts) => Promise<boolean>;
	readonly startRecorder: (config: Config, output: Output) => Promise<RunningRecorder>;
	readonly exportHistory: (request: ExportRequest, output: Output) => Promise<void>;
	readonly openTokenStore: OpenTokenStore;
	readonly openKillSwitches: OpenKillSwitches;
	readonly connectAuthorization: ConnectAuthorization;
	readonly readPromises: ReadPromises;
	readonly vaultTools: () => Promise<VaultTools>;
	readonly findVenueAccount: (config: Config, venue: string, userName: string) => Promise<VenueAccount>;
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
