/**
 * Keeps a valid preview on the page. It asks for the first one as soon as trading is allowed, and replaces it shortly
 * before it expires while the visitor uses the page.
 */
import { untrack } from 'svelte';
import type { MethodResult } from '../../../client/methods.ts';
import { type Act, newAct } from '../live/act.svelte.ts';
import { instant, now } from '../live/clock.svelte.ts';
import type { Service } from '../live/service.svelte.ts';
import { watchActivity } from './activity.svelte.ts';
import type { OpeningParams } from './opening-form.svelte.ts';
import { needsAcceptance, type Preview, type PreviewChange, previewChanges } from './preview-changes.ts';

/** A preview is replaced this long before it expires, milliseconds. */
const RENEW_BEFORE_MS = 5_000;
/** Shortest time between two previews that the page requests by itself, milliseconds. */
const RENEW_PAUSE_MS = 20_000;

/** The preview on the page, with what changed since the previous one. */
export type ShownPreview = {
	readonly preview: Preview;
	readonly params: OpeningParams;
	/** Differences from the previous preview; undefined for the first preview of these terms. */
	readonly changes: readonly PreviewChange[] | undefined;
	/** Service time of its arrival, milliseconds. */
	readonly arrivedAt: number;
	/** True until the visitor accepts figures that are beyond the limits of the accepted preview. */
	readonly mustAccept: boolean;
};

export type LivePreview = {
	/** Outcome of the latest request. */
	readonly act: Pick<Act<MethodResult<'execute_opportunity'>>, 'refusal' | 'lost'>;
	readonly isBusy: boolean;
	readonly shown: ShownPreview | undefined;
	/** True if the form's terms differ from those of the shown preview. */
	readonly isChanged: boolean;
	/** Requests a preview of the form's terms. @returns true if one arrived */
	ask(): Promise<boolean>;
	/** Accepts the figures on the page. */
	accept(): void;
};

type Options = {
	/** Returns the form's terms; undefined while they are invalid. */
	readonly terms: () => OpeningParams | undefined;
	/** Returns true if the visitor may preview. */
	readonly mayAsk: () => boolean;
	/** Returns true while the shown preview must stay, because an opening may be using it. */
	readonly isHeld: () => boolean;
	/** Returns the name of the coin. */
	readonly coin: () => string;
};

/** Starts the previews. Call it while a component initializes. */
export function livePreview(service: Service, { terms, mayAsk, isHeld, coin }: Options): LivePreview {
	const act = newAct<MethodResult<'execute_opportunity'>>();
	const isActive = watchActivity();
	let shown = $state.raw<ShownPreview>();
	// Stays true until the answer is on the page, unlike the request's own state.
	let isBusy = $state(false);
	let accepted: Preview | undefined;
	let askedAt = Number.NEGATIVE_INFINITY;
	const isChanged = $derived(shown !== undefined && JSON.stringify(terms()) !== JSON.stringify(shown.params));

	async function ask(): Promise<boolean> {
		const params = terms();
		if (isBusy || params === undefined || isHeld()) return false;
		[isBusy, askedAt] = [true, instant()];
		const answer = await act.run(() => service.act('execute_opportunity', { ...params, preview: true }));
		// An opening that began in the meantime is bound to the preview that is on the page.
		const isUsable = answer !== undefined && 'preview' in answer && !isHeld();
		if (isUsable) show(answer, params);
		isBusy = false;
		return isUsable;
	}

	function show(preview: Preview, params: OpeningParams): void {
		const before = JSON.stringify(shown?.params) === JSON.stringify(params) ? shown?.preview : undefined;
		const changes = before === undefined ? undefined : previewChanges(before, preview, coin());
		if (before === undefined) accepted = preview;
		const mustAccept = accepted !== undefined && needsAcceptance(accepted, preview);
		shown = { preview, params, changes, arrivedAt: instant(), mustAccept };
	}

	function accept(): void {
		if (shown === undefined) return;
		accepted = shown.preview;
		shown = { ...shown, mustAccept: false };
	}

	/** True once the page should request a preview by itself. A refusal would only be repeated. */
	const isDue = $derived.by(() => {
		if (isBusy || act.refusal !== undefined || isHeld() || !mayAsk() || terms() === undefined) return false;
		const at = now();
		if (shown === undefined) return act.lost === undefined;
		if (isChanged || !isActive(at) || at < askedAt + RENEW_PAUSE_MS) return false;
		const expiresAt = Date.parse(shown.preview.expires_at);
		return at >= expiresAt - RENEW_BEFORE_MS && at < expiresAt;
	});
	$effect(() => {
		if (isDue) untrack(() => void ask());
	});

	return {
		act,
		get isBusy() {
			return isBusy;
		},
		get shown() {
			return shown;
		},
		get isChanged() {
			return isChanged;
		},
		ask,
		accept,
	};
}
