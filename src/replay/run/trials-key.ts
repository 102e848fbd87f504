/** Identifies the trials of a sweep, so that a sweep reuses only trials that would have the same outcome again. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { isPolicyFile } from '../sandbox/open-policy.ts';
import { policyFiles } from '../sandbox/policy-files.ts';
import type { ReplayOrder } from './order.ts';
import type { PlayGround } from './play-task.ts';

/**
 * Returns a hash of everything on which the outcome of a trial depends, besides its number: the order, the data, the
 * program files of the policy, and the code. @param codeHash identifies the code of the service
 * @throws PolicyError if the policy is a file that cannot be read
 */
export function trialsKey(
	{ order, dataset, plan }: Pick<PlayGround, 'order' | 'dataset' | 'plan'>,
	codeHash: string,
): string {
	const { workers: _workers, keep: _keep, data: _data, ...rest } = order;
	const text = JSON.stringify([rest, dataset.hash, plan.from, plan.until, codeHash, policyHash(order)]);
	return createHash('sha256').update(text).digest('hex');
}

/** Returns a hash of the program files that the policy may import; null for a built-in policy. */
function policyHash({ policy, data }: ReplayOrder): string | null {
	if (!isPolicyFile(policy)) return null;
	const { folder, readable } = policyFiles(policy, data);
	const hash = createHash('sha256');
	for (const path of [...readable].sort())
		hash
			.update(`${relative(folder, path)}\0`)
			.update(readFileSync(path))
			.update('\0');
	return hash.digest('hex');
}
