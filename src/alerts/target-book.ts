/**
 * Keeps every alert target in memory, with its address encrypted. A change takes effect in memory only after it is
 * durable.
 */
import type { AlertStore, StoredTarget, TargetChange } from '../ports/alert-store.ts';
import type { AlertAddress } from '../ports/alert-targets.ts';
import { ALERT_SEVERITIES, type Alert } from '../ports/alerts.ts';
import type { SealBinding, Vault } from '../ports/vault.ts';

/** The decrypted address of a target. */
export type OpenedTarget = {
	readonly address: AlertAddress;
	/** Secret that signs webhook requests; null unless the target is a webhook. */
	readonly signingSecret: string | null;
};

/** Registry of all users' alert targets. */
export type TargetBook = ReturnType<typeof createTargetBook>;

/** Creates the registry from the stored targets. */
export function createTargetBook(parts: {
	/** Stored targets at startup, oldest first. */
	readonly targets: readonly StoredTarget[];
	readonly store: Pick<AlertStore, 'insertTarget' | 'removeTarget'>;
	readonly vault: Pick<Vault, 'seal' | 'open'>;
}) {
	const { store, vault } = parts;
	const targets = new Map(parts.targets.map((target) => [target.targetId, target]));
	const ofUser = (userId: string): readonly StoredTarget[] =>
		[...targets.values()].filter((target) => target.userId === userId);
	return {
		all: (): readonly StoredTarget[] => [...targets.values()],
		ofUser,
		get: (targetId: string): StoredTarget | undefined => targets.get(targetId),
		/**
		 * Returns the ids of the user's targets that receive the alert: they are not paused, their address is
		 * confirmed, and the alert matches their kinds and severity.
		 */
		routes: (alert: Alert): readonly string[] =>
			ofUser(alert.userId)
				.filter((target) => target.pausedAt === null && target.confirmedAt !== null && takes(target, alert))
				.map(({ targetId }) => targetId),
		async add(target: StoredTarget): Promise<void> {
			await store.insertTarget(target);
			targets.set(target.targetId, target);
		},
		async remove(targetId: string): Promise<void> {
			await store.removeTarget(targetId);
			targets.delete(targetId);
		},
		/** Applies a change to a target. Call this function once the change is stored. */
		note(targetId: string, change: TargetChange & Partial<Pick<StoredTarget, 'dropped'>>): void {
			const target = targets.get(targetId);
			if (target !== undefined) targets.set(targetId, { ...target, ...change });
		},
		seal: (target: Pick<StoredTarget, 'targetId' | 'userId'>, opened: OpenedTarget): Promise<string> =>
			vault.seal(JSON.stringify(opened), bindingOf(target)),
		/** Decrypts the target's address and signing secret. @throws VaultError */
		async open(target: StoredTarget): Promise<OpenedTarget> {
			const text = (await vault.open(target.sealed, bindingOf(target))).toString('utf8');
			return JSON.parse(text) as OpenedTarget;
		},
	};
}

function bindingOf({ targetId, userId }: Pick<StoredTarget, 'targetId' | 'userId'>): SealBinding {
	return { table: 'alert_target', record: targetId, user: userId, field: 'sealed' };
}

function takes({ kinds, leastSeverity }: StoredTarget, { kind, severity }: Alert): boolean {
	return (
		(kinds === null || kinds.includes(kind)) &&
		ALERT_SEVERITIES.indexOf(severity) >= ALERT_SEVERITIES.indexOf(leastSeverity)
	);
}
