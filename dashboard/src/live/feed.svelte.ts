/**
 * A subscription as state of a component: what it shows now, drawn at most once a frame however fast it changes. While
 * the connection is away it keeps what was last known; that this is old is said by the connection, not by losing it.
 */
import { untrack } from 'svelte';
import type { RpcError, TransportError } from '../../../client/errors.ts';
import type { ChannelName, ChannelParams, ChannelState } from '../../../client/methods.ts';
import { instant } from './clock.svelte.ts';
import type { Service } from './service.svelte.ts';

export type Asked<C extends ChannelName> = {
	readonly channel: C;
	readonly params?: ChannelParams<C>;
	/**
	 * What it is about. With another subject what was shown before is forgotten; with the same one at other terms it stays
	 * until the new figures are there, marked as `isPending`.
	 */
	readonly subject: string;
};

export type LiveFeed<C extends ChannelName> = {
	readonly state: ChannelState<C> | undefined;
	/** What the state is about: until another is there, that of the one before. */
	readonly subject: string | undefined;
	/** Why nothing more comes. */
	readonly error: RpcError | TransportError | undefined;
	/** What is shown is of other terms than those that were asked for last. */
	readonly isPending: boolean;
	/** Of the service's clock: when the last state came. */
	readonly receivedAt: number;
	/** When a row came as it is now; the last state's instant for what is no row. */
	rowReceivedAt(row: object): number;
};

/**
 * Called while a component is made; ends with it.
 * @param ask read anew whenever what it reads changes; undefined asks for nothing
 */
export function liveFeed<C extends ChannelName>(
	service: Service,
	ask: () => Asked<C> | undefined,
): LiveFeed<C> {
	let state = $state.raw<ChannelState<C>>();
	let error = $state.raw<RpcError | TransportError>();
	let isPending = $state(false);
	let receivedAt = $state(0);
	let subject = $state.raw<string>();
	const seen = new WeakMap<object, number>();
	const asked = $derived.by(() => {
		const wanted = ask();
		return wanted === undefined ? undefined : JSON.stringify(wanted);
	});

	$effect(() => {
		const { stream } = service;
		if (asked === undefined) {
			[state, error, isPending, subject] = [undefined, undefined, false, undefined];
			return;
		}
		const wanted = JSON.parse(asked) as Asked<C>;
		// What is only compared here must not make this run again.
		if (wanted.subject !== untrack(() => subject)) state = undefined;
		subject = wanted.subject;
		error = undefined;
		isPending = true;
		let latest: ChannelState<C> | undefined;
		let frame: number | undefined;
		const draw = () => {
			frame = undefined;
			[state, isPending] = [latest, false];
		};
		const subscription = stream.subscribe(wanted.channel, wanted.params, {
			onState(now, update) {
				latest = now;
				receivedAt = instant();
				noteRows(update.result, receivedAt);
				// A page that nobody looks at gets no frame: it draws the newest when somebody does.
				frame ??= requestAnimationFrame(draw);
			},
			onEnd(reason) {
				if (!('kind' in reason) || reason.kind !== 'closed') error = reason;
			},
		});
		return () => {
			if (frame !== undefined) cancelAnimationFrame(frame);
			void subscription.close();
		};
	});

	function noteRows(result: unknown, at: number): void {
		for (const rows of Object.values(result as Record<string, unknown>))
			if (Array.isArray(rows))
				for (const row of rows) if (typeof row === 'object' && row !== null) seen.set(row, at);
	}

	return {
		get state() {
			return state;
		},
		get subject() {
			return subject;
		},
		get error() {
			return error;
		},
		get isPending() {
			return isPending;
		},
		get receivedAt() {
			return receivedAt;
		},
		rowReceivedAt: (row) => seen.get(row) ?? receivedAt,
	};
}
