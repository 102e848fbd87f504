/**
 * Binds the stores to one run of the process. After its death no call reaches a store anymore, and no answer reaches
 * the process, as when the machine's power fails between two writes.
 */
import type { Stores } from '../../../src/app/open-stores.ts';
import type { Incarnation } from '../incarnation.ts';
import type { KillPlace } from './draw.ts';

type Work = (...values: readonly unknown[]) => unknown;

/** Wraps every function of the stores. `pass` is called before and after writes at which the process may die. */
export function mortalStores(
	stores: Stores,
	life: Incarnation,
	pass: (place: KillPlace) => void,
	onWritten: (name: string, values: readonly unknown[]) => void,
): Stores {
	const guarded = mortal(stores, life);
	const watched = <Store extends object>(store: Store, places: Readonly<Record<string, string>>): Store =>
		new Proxy(store, {
			get(target, name, receiver) {
				const value: unknown = Reflect.get(target, name, receiver);
				const place = places[String(name)];
				if (place === undefined || typeof value !== 'function') return value;
				return (...values: readonly unknown[]) => {
					pass(`${place} asked` as KillPlace);
					const written = (value as Work)(...values) as Promise<unknown>;
					return life.heard(
						written.then((result) => {
							onWritten(String(name), values);
							pass(`${place} durable` as KillPlace);
							return result;
						}),
					);
				};
			},
		});
	return {
		...guarded,
		journal: watched(guarded.journal, { appendExecution: 'append' }),
		pots: watched(guarded.pots, { decide: 'decision', append: 'change', setState: 'change' }),
	};
}

function mortal<Part extends object>(part: Part, life: Incarnation): Part {
	const known = new Map<string | symbol, unknown>();
	return new Proxy(part, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name, target);
			if (typeof value !== 'function' && (typeof value !== 'object' || value === null)) return value;
			if (!known.has(name))
				known.set(
					name,
					typeof value === 'function' ? bound(value as Work, target, life) : mortal(value, life),
				);
			return known.get(name);
		},
	});
}

function bound(work: Work, target: object, life: Incarnation): Work {
	return (...values) => {
		if (!life.isAlive()) return new Promise(() => {});
		const result = Reflect.apply(work, target, values) as unknown;
		return result instanceof Promise ? life.heard(result) : result;
	};
}
