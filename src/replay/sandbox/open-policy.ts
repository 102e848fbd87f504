/** Opens a policy by its name or by the path of its file, so that a replay drives both alike. */

import { extname } from 'node:path';
import { BUILT_IN, builtInPolicy } from '../policies/built-in.ts';
import type { Policy, PolicySettings } from '../policies/policy.ts';
import { completeOwnSettings, completeSettings, type GivenSettings } from '../policies/settings.ts';
import { openSandbox, type SandboxOptions } from './open-sandbox.ts';
import { POLICY_ENDINGS } from './policy-files.ts';

/** A policy that is ready to run. */
export type OpenedPolicy = {
	/** Name of a built-in policy, or name of the file. */
	readonly name: string;
	readonly settings: PolicySettings;
	/** True if it trades as a single user. A built-in policy can trade as one user per pair. */
	readonly isForOneUser: boolean;
	/** Runs once. Call it with `settings`. */
	readonly policy: Policy;
	/** Ends the policy's process, if it has one. */
	readonly close: () => Promise<void>;
};

/** True if the policy is a file and not the name of a built-in policy. */
export function isPolicyFile(nameOrPath: string): boolean {
	const isBuiltIn = BUILT_IN.some(({ name }) => name === nameOrPath);
	return !isBuiltIn && (POLICY_ENDINGS.includes(extname(nameOrPath)) || /[/\\]/.test(nameOrPath));
}

/**
 * Opens a policy. @param given settings by name, such as those of `--set`
 * @throws PolicyError for an unknown policy, a file that cannot be loaded, or a wrong setting
 */
export async function openPolicy(
	nameOrPath: string,
	given: GivenSettings,
	options: Omit<SandboxOptions, 'file'>,
): Promise<OpenedPolicy> {
	if (!isPolicyFile(nameOrPath)) {
		const { name, settings, policy } = builtInPolicy(nameOrPath);
		return {
			name,
			settings: completeSettings(name, settings, given),
			isForOneUser: false,
			policy,
			close: async () => undefined,
		};
	}
	const sandbox = await openSandbox({ ...options, file: nameOrPath });
	const { name, defaults, policy, close } = sandbox;
	try {
		return { name, settings: completeOwnSettings(name, defaults, given), isForOneUser: true, policy, close };
	} catch (error) {
		await close();
		throw error;
	}
}
