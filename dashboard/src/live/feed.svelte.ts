/**
 * Holds a subscription as component state, rendered at most once per frame. While the connection is lost, it keeps
 * the last state and the connection banner says that the state is old.
 */
import { untrack } from 'svelte';
import type { RpcError, TransportError } from '../../../client/errors.ts';
import type { ChannelName, ChannelParams, ChannelState } from '../../../client/methods.ts';
import { instant } from './clock.svelte.ts';
import type { Service } from './service.svelte.ts';

export type Subscription<C extends ChannelName> = {
	readonly channel: C;
	readonly params?: ChannelParams<C>;
	/**
	 * Identifies what the subscription is about. A new subject discards the previous state. New parameters for the
	 * same subject keep that state, marked as `isPending`, until the new figures arrive.
	 */
	readonly subject: string;
};

export type LiveFeed<C extends ChannelName> = {
	readonly state: ChannelState<C> | undefined;
	/** Subject of the shown state. */
	readonly subject: string | undefined;
	/** Why the subscription ended; undefined while it runs. */
	readonly error: RpcError | TransportError | undefined;
	/**
	 * True from a change of the parameters until their first state is rendered. Until then, the shown state belongs
	 * to earlier parameters.
	 */
	readonly isPending: boolean;
	/** Service time at which the last state arrived, milliseconds. */
	readonly receivedAt: number;
	/**
	 * Service time at which the row last changed, milliseconds. For an object that is not a row, the time of the last
	 * state.
	 */
	rowReceivedAt(row: object): number;
};

/**
 * Subscribes to a channel. Call it while a component initializes; the subscription ends with the component.
 * @param ask runs again when its inputs change; returns undefined to subscribe to nothing
 */
export function liveFeed<C extends ChannelName>(
	service: Service,
	ask: () => Subscription<C> | undefined,
): LiveFeed<C> {
	let state = $state.raw<ChannelState<C>>();
	let error = $state.raw<RpcError | TransportError>();
	let isPending = $state(false);
	let receivedAt = $state(0);
	let subject = $state.raw<string>();
	const rowTimes = new WeakMap<object, number>();
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
		const wanted = JSON.parse(asked) as Subscription<C>;
		// Untracked, because this comparison must not rerun the effect.
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
				// A hidden page gets no frames. It renders the latest state when it becomes visible.
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
				for (const row of rows) if (typeof row === 'object' && row !== null) rowTimes.set(row, at);
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
		rowReceivedAt: (row) => rowTimes.get(row) ?? receivedAt,
	};
}
