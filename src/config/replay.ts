/** Defines section `replay`: which data and policies callers may replay, and how much of the machine replays use. */
import { resolve } from 'node:path';
import * as z from 'zod';
import { onOff, optionalWords, section, whole } from './values.ts';

/** Name of the service's own recordings among the data that callers may choose. */
export const RECORDINGS_NAME = 'recordings';

const NAME = /^[a-z0-9][a-z0-9._-]{0,39}$/;
const PATH_CHARS_MAX = 1_024;
const FOLDERS_MAX = 50;

const dataFolders = z
	.record(z.string(), z.string().min(1).max(PATH_CHARS_MAX))
	.refine((given) => Object.keys(given).every((name) => NAME.test(name) && name !== RECORDINGS_NAME), {
		error: `must have names of 1 to 40 lower-case letters, digits, dots, hyphens and underscores; the name ${RECORDINGS_NAME} is taken`,
	})
	.refine((given) => Object.keys(given).length <= FOLDERS_MAX, {
		error: `must have at most ${FOLDERS_MAX} entries`,
	})
	.meta({
		default: {},
		description:
			'Folders or files of data that callers may choose, by name: {"year": "/data/2025"}. Callers see the names, never the paths. The name recordings is built in: the recordings of this service.',
	})
	.optional()
	.transform((given): Readonly<Record<string, string>> => given ?? {});

/** Section `replay`: the choices of callers, and limits on processes, time, memory and storage. */
export const replaySchema = section(
	'Replays of recorded data, which callers start with replay_start ([cli.md](cli.md), carrywire replay). Each runs in a process of its own with lower priority.',
	{
		enabled: onOff(true, 'Whether callers may start replays.'),
		dataFolders,
		policyFolder: optionalWords(
			PATH_CHARS_MAX,
			'Folder of policy files (.ts, .mts, .js, .mjs) that callers may choose by file name. Each runs in a sandbox ([policies.md](policies.md)), yet only you should be able to write there. null: only the built-in policies.',
		),
		concurrent: whole([1, 1, 64], 'replays', 'Number of replays that run at once; the others wait.'),
		queueMax: whole([1, 3, 100], 'replays', 'Maximum number of waiting replays per user.'),
		minutesMax: whole([1, 60, 10_080], 'minutes', 'A replay that runs longer than this is ended.'),
		memoryMb: whole([256, 2_048, 65_536], 'MB', 'A replay that needs more memory than this is ended.'),
		keptMax: whole(
			[1, 20, 1_000],
			'replays',
			'Maximum number of stored results per user; the oldest are deleted first.',
		),
		keptMb: whole(
			[10, 1_000, 100_000],
			'MB',
			'Maximum total size of the stored results of all users; the oldest are deleted first.',
		),
	},
);

/** The settings of section `replay`. */
export type ReplaySettings = z.output<typeof replaySchema>;

/** Returns the settings with absolute paths. */
export function withAbsolutePaths(settings: ReplaySettings, cwd: string): ReplaySettings {
	const { dataFolders: folders, policyFolder } = settings;
	return {
		...settings,
		dataFolders: Object.fromEntries(
			Object.entries(folders).map(([name, path]) => [name, resolve(cwd, path)]),
		),
		policyFolder: policyFolder === null ? null : resolve(cwd, policyFolder),
	};
}
