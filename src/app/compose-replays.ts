/** Composes the replays that callers start: what the operator offers, and the limits of the settings. */
import { join } from 'node:path';
import { REPLAY_PARTS_FORM } from '../api/rpc/replay-result-record.ts';
import type { Config } from '../config/config.ts';
import { RECORDINGS_NAME } from '../config/replay.ts';
import { messageOf } from '../domain/message-of.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { ReplayPolicyChoice } from '../ports/replays.ts';
import { openJobFiles } from '../replay/jobs/job-files.ts';
import { GRACE_MS } from '../replay/jobs/job-process.ts';
import type { BuiltInPolicies } from '../replay/jobs/job-sources.ts';
import { keepNames, type ReadNames } from '../replay/jobs/kept-names.ts';
import { openReplayJobs, type RunningReplays } from '../replay/jobs/replay-jobs.ts';
import { RECORDINGS_DIRECTORY } from '../store/recording-files.ts';
import { REPLAY_RULES } from './replay-rules.ts';

const MINUTE_MS = 60_000;

/** Opens the replays of the data directory. Nothing runs before the first call. */
export function composeReplays(parts: {
	readonly config: Pick<Config, 'dataDir' | 'replay'>;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
}): RunningReplays {
	const { config, env, clock, random, log } = parts;
	const { dataDir, replay } = config;
	return openReplayJobs({
		isEnabled: replay.enabled,
		offered: {
			data: { [RECORDINGS_NAME]: join(dataDir, RECORDINGS_DIRECTORY), ...replay.dataFolders },
			policyFolder: replay.policyFolder,
			rules: REPLAY_RULES,
			builtIn: builtInPolicies,
			namesIn: keepNames(namesIn, clock),
		},
		limits: {
			concurrent: replay.concurrent,
			queueMax: replay.queueMax,
			memoryMb: replay.memoryMb,
			timeMsMax: replay.minutesMax * MINUTE_MS,
			graceMs: GRACE_MS,
			keptMax: replay.keptMax,
			keptMb: replay.keptMb,
		},
		files: openJobFiles(dataDir),
		partsForm: REPLAY_PARTS_FORM,
		env,
		clock,
		random,
		log,
	});
}

/** Reads the names in data. A service whose callers want no choices never loads the readers. */
async function namesIn(path: string): ReturnType<ReadNames> {
	const { namesInData } = await import('../replay/data/names-in-data.ts');
	return namesInData(path);
}

/** Loads the built-in policies. A service whose callers start no replay never loads them. */
export async function builtInPolicies(): Promise<BuiltInPolicies> {
	const [{ BUILT_IN }, { completeSettings }] = await Promise.all([
		import('../replay/policies/built-in.ts'),
		import('../replay/policies/settings.ts'),
	]);
	return {
		choices: BUILT_IN.map(({ name, description, settings }) => ({
			name,
			description,
			settings: Object.entries(settings).map(settingChoice),
		})),
		fault(policy, set) {
			const found = BUILT_IN.find(({ name }) => name === policy);
			if (found === undefined) return undefined;
			try {
				completeSettings(policy, found.settings, set);
				return undefined;
			} catch (error) {
				return messageOf(error);
			}
		},
	};
}

type SettingChoice = NonNullable<ReplayPolicyChoice['settings']>[number];
type Rule =
	| { readonly kind: 'switch'; readonly default: boolean; readonly meaning: string }
	| { readonly kind: 'text'; readonly default: string; readonly meaning: string }
	| {
			readonly kind: 'number';
			readonly default: number;
			readonly min: number;
			readonly max: number;
			readonly unit: string;
			readonly meaning: string;
	  };

function settingChoice([name, rule]: readonly [name: string, rule: Rule]): SettingChoice {
	const { kind, meaning } = rule;
	return kind === 'number'
		? { name, kind, default: rule.default, min: rule.min, max: rule.max, unit: rule.unit, meaning }
		: { name, kind, default: rule.default, min: null, max: null, unit: null, meaning };
}
