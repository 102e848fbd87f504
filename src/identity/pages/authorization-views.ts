/** Renders the authorization server's pages: terminal codes and failures. */

import { type Html, html } from '../../domain/html.ts';
import type { TradingMode } from '../../domain/trading-mode.ts';
import type { AuthorizationPages, TerminalForm } from '../authorization/pages-and-paths.ts';
import { frame } from './layout.ts';
import { pageLanguage, texts } from './page-language.ts';
import { wordsIn } from './words-in.ts';

/** @param isRehearsal true if live mode runs without reaching a real exchange */
export function authorizationViews(tradingMode: TradingMode, isRehearsal: boolean): AuthorizationPages {
	const view = (title: string, body: Html): string => viewOf(title, body, { tradingMode, isRehearsal });
	return {
		enterCode: (form, code, fault) =>
			view(
				texts().AUTHORIZATION.codeTitle,
				html`${fault === undefined ? null : html`<p class="notice bad">${wordsIn(pageLanguage(), fault)}</p>`}
<section>${codeForm(
					form,
					html`<label for="user_code">${texts().AUTHORIZATION.code} <small>${texts().AUTHORIZATION.codeHint}</small></label>
<input type="text" id="user_code" name="user_code" value="${code}" autocomplete="off" autocapitalize="characters" spellcheck="false" required autofocus>
<br><button>${texts().AUTHORIZATION.next}</button>`,
				)}</section>`,
			),
		confirmCode: (form, applicationName, code) =>
			view(
				texts().AUTHORIZATION.confirmTitle,
				html`<section><p><b>${applicationName}</b> ${texts().AUTHORIZATION.confirm}</p><code class="secret">${code}</code>
<p>${texts().AUTHORIZATION.confirmWarning}</p>
${codeForm(
	form,
	html`<input type="hidden" name="user_code" value="${code}"><input type="hidden" name="confirm" value="yes">
<div class="row"><button>${texts().AUTHORIZATION.confirmButton}</button>
<button name="abort" value="yes" class="danger">${texts().AUTHORIZATION.deny}</button></div>`,
)}</section>`,
			),
		deviceDone: () => view(texts().AUTHORIZATION.done, html`<p>${texts().AUTHORIZATION.doneNote}</p>`),
		deviceRefused: () =>
			view(texts().AUTHORIZATION.refused, html`<p>${texts().AUTHORIZATION.refusedNote}</p>`),
		failure: (code, description) =>
			view(
				texts().AUTHORIZATION.failed,
				html`<p class="notice bad">${texts().AUTHORIZATION.failure(wordsIn(pageLanguage(), description ?? code))}</p>
<p>${texts().AUTHORIZATION.failureNote} <small>${code}</small></p>`,
			),
	};
}

function codeForm({ action, xsrf }: TerminalForm, fields: Html): Html {
	return html`<form method="post" action="${action}"><input type="hidden" name="xsrf" value="${xsrf}">
${fields}</form>`;
}

function viewOf(
	title: string,
	body: Html,
	mode: { readonly tradingMode: TradingMode; readonly isRehearsal: boolean },
): string {
	return frame({
		title,
		body,
		userName: undefined,
		csrf: '',
		nav: undefined,
		script: undefined,
		isEntered: false,
		onwardTo: undefined,
		theme: undefined,
		...mode,
	});
}
