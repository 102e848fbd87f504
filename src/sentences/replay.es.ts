/** Refusals of calls about replays, and reasons why a replay ended early, in Spanish. */
import type { replay as english } from './replay.ts';
import type { Translated } from './translated.ts';

/** Refusals and reasons, in Spanish. */
export const replay: Translated<typeof english> = {
	off: () => 'El operador ha desactivado las repeticiones.',
	unknown: ({ was }) => `replay_id debe nombrar una de tus repeticiones; era ${JSON.stringify(was)}.`,
	dataGone: ({ data }) =>
		`Los datos ${JSON.stringify(data)} no se pueden leer ahora. Elige otros, o avisa al operador.`,
	policyGone: ({ policy }) =>
		`El archivo de estrategia ${JSON.stringify(policy)} no se puede leer ahora. Elige otra, o avisa al operador.`,
	queueFull: ({ limit }) =>
		`Tienes ${limit} repeticiones en espera, que es el límite. Espera a que termine una o cancela una.`,
	manyTrials: ({ trials, limit }) =>
		`El barrido tiene ${trials} combinaciones de ajustes; como máximo son posibles ${limit}.`,
	notDone: () => 'La repetición aún no tiene resultado. Lee replay_status hasta que termine.',
	noResult: () => 'La repetición terminó sin resultado. replay_status tiene el motivo.',
	noPart: ({ part }) => `El resultado de esta repetición no tiene la parte ${JSON.stringify(part)}.`,
	otherVersion: () =>
		'Otra versión de Carrywire hizo este resultado. Abre su informe, o inicia la repetición de nuevo.',
	gone: () => 'El resultado guardado no se puede leer. Inicia la repetición de nuevo.',
	canceled: () => 'Has cancelado la repetición.',
	serviceEnded: () =>
		'El servicio se detuvo mientras la repetición estaba en curso o en espera. Iníciala de nuevo.',
	timeLimit: ({ minutes }) =>
		`La repetición duró ${minutes} minutos, que es el límite. Elige un período más corto o menos monedas.`,
	memoryLimit: ({ limitMb }) =>
		`La repetición necesitó más de ${limitMb} MB de memoria, que es el límite. Elige un período más corto o menos monedas.`,
	processEnded: ({ how }) => `El proceso de la repetición terminó de forma inesperada (${how}).`,
	internal: () =>
		'La repetición falló por un error de Carrywire. El registro del servicio tiene los detalles.',
};
