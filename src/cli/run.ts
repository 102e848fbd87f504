/** Carries out one command line. Exit codes: 0 done, 1 failed, 2 not understood. */
import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { VENUE_NAMES } from '../domain/venues.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { VenueCredentials } from '../ports/venue.ts';
import { type Command, readArguments, UsageError } from './arguments.ts';
import type { ConnectAuthorization } from './authorization-client.ts';
import { type ReadPromises, runCalibrationCommand } from './calibration.ts';
import type { DoctorParts, DoctorQuestion } from './doctor/doctor.ts';
import type { ExportRequest } from './export-history.ts';
import { type OpenKillSwitches, runHaltCommand } from './halt.ts';
import { HELP } from './help.ts';
import { requireLiveConfirmed } from './live-confirmation.ts';
import { ConfigError, loadConfig } from './load-config.ts';
import { runLoginCommand } from './login.ts';
import type { RunningRecorder } from './record.ts';
import type { StopSignal } from './signals.ts';
import { startSimulators } from './simulate.ts';
import { type OpenTokenStore, type Output, runTokenCommand } from './token.ts';
import { runVaultCommand, type VaultTools } from './vault.ts';
import type { VenueAccount } from './venue-account.ts';

export type RunningService = {
	/** Base address, such as `http://127.0.0.1:8080`. */
	readonly url: string;
	/** Resolves with the reason when the service cannot go on; never otherwise. */
	readonly failed: Promise<string>;
	/** Answers what is in flight, then closes everything. */
	stop(): Promise<void>;
};

/** The parts that the command line starts and does not own. */
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
	readonly runVenueCommand: (question: {
		readonly venue: string;
		readonly what: string;
		readonly credentials: VenueCredentials;
		readonly redirectPort: number | undefined;
		readonly json: boolean;
	}) => Promise<string>;
	readonly stopSignal: () => Promise<StopSignal>;
	readonly version: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd: string;
	readonly clock: Clock;
	readonly random: Random;
	readonly logger: Logger;
	readonly output: Output;
};

export const EXIT_OK = 0;
export const EXIT_FAILURE = 1;
export const EXIT_USAGE = 2;

export async function runCommandLine(argv: readonly string[], parts: CliParts): Promise<number> {
	const { output } = parts;
	try {
		return await carryOut(readArguments(argv), parts);
	} catch (error) {
		if (error instanceof UsageError) {
			output.remark(`carrywire: ${error.message}`);
			output.remark(`See carrywire ${error.topic === 'carrywire' ? '' : `${error.topic} `}--help.`);
			return EXIT_USAGE;
		}
		if (error instanceof ConfigError) {
			for (const line of error.message.split('\n')) output.remark(`carrywire: ${line}`);
			return EXIT_USAGE;
		}
		output.remark(`carrywire: ${error instanceof Error ? error.message : String(error)}`);
		return EXIT_FAILURE;
	}
}

async function carryOut(command: Command, parts: CliParts): Promise<number> {
	const { output, env, cwd } = parts;
	switch (command.name) {
		case 'help':
			output.print(HELP[command.topic].trimEnd());
			return EXIT_OK;
		case 'version':
			output.print(parts.version);
			return EXIT_OK;
		case 'serve': {
			const config = loadConfig({ flags: command.flags, env, cwd });
			requireLiveConfirmed(config, command.live, env);
			return untilStopped(await parts.startService(config, { output, env }), parts);
		}
		case 'simulate': {
			const config = loadConfig({ flags: command.flags, env, cwd });
			return untilStopped(await startSimulators({ config, clock: parts.clock, output }), parts);
		}
		case 'doctor': {
			const { flags, json, probe } = command;
			const isWell = await parts.runDoctor({ flags, json, probe }, { ...parts, log: parts.logger });
			return isWell ? EXIT_OK : EXIT_FAILURE;
		}
		case 'record': {
			const config = loadConfig({ flags: command.flags, env, cwd });
			if (command.action === 'run') return untilStopped(await parts.startRecorder(config, output), parts);
			const { from, until } = command;
			await parts.exportHistory(
				{ dataDir: config.dataDir, to: resolve(cwd, command.to), from, until },
				output,
			);
			return EXIT_OK;
		}
		case 'calibration': {
			const { dataDir } = loadConfig({ flags: command.flags, env, cwd });
			await runCalibrationCommand({ ...command, dataDir }, parts);
			return EXIT_OK;
		}
		case 'token': {
			const { dataDir } = loadConfig({ flags: command.flags, env, cwd });
			await runTokenCommand({ ...command, dataDir }, parts);
			return EXIT_OK;
		}
		case 'login':
		case 'logout': {
			const config = loadConfig({ flags: command.flags, env, cwd });
			await runLoginCommand(command, { ...parts, config });
			return EXIT_OK;
		}
		case 'halt':
		case 'resume':
		case 'halts': {
			const { dataDir } = loadConfig({ flags: command.flags, env, cwd });
			await runHaltCommand({ ...command, dataDir }, parts);
			return EXIT_OK;
		}
		case 'vault': {
			const config = loadConfig({ flags: command.flags, env, cwd });
			await runVaultCommand(command, { config, tools: await parts.vaultTools(), output });
			return EXIT_OK;
		}
		case 'venue': {
			const { venue, what, userName, json } = command;
			if (!(VENUE_NAMES as readonly string[]).includes(venue))
				throw new UsageError(
					'venue',
					`NAME must be one of ${VENUE_NAMES.join(', ')}; was ${JSON.stringify(venue)}.`,
				);
			const config = loadConfig({ flags: command.flags, env, cwd });
			const account = await parts.findVenueAccount(config, venue, userName);
			output.print(await parts.runVenueCommand({ venue, what, ...account, json }));
			return EXIT_OK;
		}
	}
}

async function untilStopped(
	running: { readonly failed: Promise<string>; stop(): Promise<void> },
	{ stopSignal, output }: CliParts,
): Promise<number> {
	const failure = await Promise.race([stopSignal().then(() => undefined), running.failed]);
	output.remark(failure === undefined ? 'Stopping.' : `carrywire: ${failure}`);
	await running.stop();
	return failure === undefined ? EXIT_OK : EXIT_FAILURE;
}
