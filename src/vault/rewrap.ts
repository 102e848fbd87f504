/**
 * Re-encrypts secrets that were encrypted with retired keys, using the current key, in small batches. It can be
 * interrupted at any point and restarted.
 */
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { KeyProvider, SealedValue, Vault, VaultStore } from '../ports/vault.ts';

const BATCH_ROWS = 50;
/** Pause between two batches, milliseconds, so that trading does not wait for re-encryption. */
const PAUSE_MS = 20;

/** The result of the re-encryption. */
export type RewrapResult = {
	readonly rewrapped: number;
	/** Values that could not be decrypted. They stay unchanged. */
	readonly failed: readonly SealedValue[];
};

/**
 * @param isStopped called before every batch. @throws VaultError, or an error from the store, if the work cannot
 * continue
 */
export async function rewrapRetired(options: {
	readonly keys: KeyProvider;
	readonly vault: Pick<Vault, 'rewrap'>;
	readonly store: VaultStore;
	readonly clock: Clock;
	readonly log: Logger;
	readonly isStopped: () => boolean;
}): Promise<RewrapResult> {
	const { keys, store, clock, log } = options;
	const retired = (await store.usedKids()).filter((kid) => kid !== keys.currentKid);
	const failed: SealedValue[] = [];
	let rewrapped = 0;
	let last: SealedValue | undefined;
	while (retired.length > 0 && !options.isStopped()) {
		const batch = await store.sealedUnder(retired, BATCH_ROWS, last);
		last = batch.at(-1);
		if (last === undefined) break;
		const changes: { readonly value: SealedValue; readonly next: string }[] = [];
		for (const value of batch) {
			try {
				changes.push({ value, next: await options.vault.rewrap(value.sealed, value.binding) });
			} catch (error) {
				failed.push(value);
				log.error(
					{ ...value.binding, error },
					'a sealed value cannot be decrypted and stays under its retired key',
				);
			}
		}
		await store.replace(changes);
		rewrapped += changes.length;
		await new Promise<void>((resolve) => {
			clock.after(PAUSE_MS, resolve);
		});
	}
	if (rewrapped > 0)
		log.info({ count: rewrapped, kid: keys.currentKid }, 'secrets were re-encrypted with the current key');
	return { rewrapped, failed };
}
