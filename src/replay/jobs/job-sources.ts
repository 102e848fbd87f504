/** Finds the data and policies that callers may name, and the paths behind the names. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type {
	ReplayChoices,
	ReplayDataNames,
	ReplayPolicyChoice,
	ReplayRequest,
} from '../../ports/replays.ts';
import type { ReadNames } from './kept-names.ts';
import { REPLAY_TEXT } from './text.ts';

/** The built-in policies, loaded when a caller first asks for them. */
export type BuiltInPolicies = {
	readonly choices: readonly ReplayPolicyChoice[];
	/** Returns why the policy refuses the settings; undefined if it takes them. */
	readonly fault: (policy: string, set: ReplayRequest['set']) => string | undefined;
};

/** The operator's offer. */
export type Offered = {
	/** Folders or files of data by name. */
	readonly data: Readonly<Record<string, string>>;
	/** Folder of policy files; null: none. */
	readonly policyFolder: string | null;
	/** Rules of the service that can be switched off. */
	readonly rules: readonly string[];
	readonly builtIn: () => Promise<BuiltInPolicies>;
	readonly namesIn: ReadNames;
};

/** Paths behind the names of a request. */
export type Sources = { readonly data: string; readonly policy: string };

const POLICY_FILE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.(?:ts|mts|js|mjs)$/;
const TEST_FILE = /\.test\.|\.d\.m?ts$/;

/** Lists what a caller may choose now. */
export async function choicesOf({
	data,
	policyFolder,
	rules,
	builtIn,
	namesIn,
}: Offered): Promise<ReplayChoices> {
	const { choices } = await builtIn();
	const present = Object.entries(data).filter(([, path]) => existsSync(path));
	const names: [string, ReplayDataNames][] = [];
	for (const [name, path] of present) {
		const found = await namesIn(path);
		if (found !== undefined) names.push([name, found]);
	}
	return {
		rules,
		data: present.map(([name]) => name),
		names: Object.fromEntries(names),
		policies: [
			...choices,
			...policyFiles(policyFolder).map((name) => ({ name, description: null, settings: null })),
		],
	};
}

/**
 * Returns the paths behind a request's names, and checks its settings if the policy is built in. @throws CarrywireError
 * REPLAY_DATA, or INVALID_PARAMS for settings that the policy refuses
 */
export async function sourcesOf(offered: Offered, request: ReplayRequest): Promise<Sources> {
	const data = Object.hasOwn(offered.data, request.data) ? offered.data[request.data] : undefined;
	if (data === undefined || !existsSync(data))
		throw new CarrywireError('REPLAY_DATA', REPLAY_TEXT.dataGone({ data: request.data }));
	const { choices, fault } = await offered.builtIn();
	const { policy, set, sweep } = request;
	if (choices.some(({ name }) => name === policy)) {
		refuse('set', fault(policy, set));
		for (const [name, values] of Object.entries(sweep))
			for (const value of values) refuse('sweep', fault(policy, { ...set, [name]: value }));
		return { data, policy };
	}
	if (offered.policyFolder === null || !policyFiles(offered.policyFolder).includes(policy))
		throw new CarrywireError('REPLAY_DATA', REPLAY_TEXT.policyGone({ policy }));
	return { data, policy: join(offered.policyFolder, policy) };
}

function refuse(field: string, fault: string | undefined): void {
	if (fault !== undefined) throw new CarrywireError('INVALID_PARAMS', fault, { field });
}

function policyFiles(folder: string | null): readonly string[] {
	if (folder === null || !existsSync(folder)) return [];
	return readdirSync(folder)
		.filter((name) => POLICY_FILE.test(name) && !TEST_FILE.test(name))
		.filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true)
		.sort();
}
