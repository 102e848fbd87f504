/** Sentences about faults in exit rules, in Spanish. */
import type { exitRule as english } from './exit-rule.ts';
import type { Translated } from './translated.ts';

/** Faults in exit rules, in Spanish. */
export const exitRule: Translated<typeof english> = {
	outside: ({ rule, value, limit, isLimitIn }, write) =>
		`${rule} debe ser mayor que 0 y ${isLimitIn ? 'como máximo' : 'menor que'} ${write.number(limit)}; era ${write.number(value)}.`,
	beyondApr: ({ rule, value, limit }, write) =>
		`${rule} debe estar entre -${write.number(limit)} y ${write.number(limit)}; era ${write.number(value)}.`,
	epochs: ({ rule, value, limit }, write) =>
		`${rule} debe ser un número entero de 1 a ${write.number(limit)}; era ${write.number(value)}.`,
	beforeSettlement: ({ rule, value, hours }, write) =>
		`${rule} debe ser al menos el primer intervalo de financiación de este par (${write.number(hours)} h) si hay max_epochs; era ${write.number(value)}. Aumenta max_hours o quita max_epochs.`,
	withinCost: ({ rule, value, cost }, write) =>
		`${rule} debe superar el coste de abrir y cerrar (${write.fixed(cost, 4)} % del capital), o la operación se cerraría de inmediato; era ${write.number(value)}.`,
	beyondEntry: ({ rule, value, distance, leverage }, write) =>
		`${rule} debe ser menor que la distancia en la entrada (como máximo ${write.fixed(distance, 4)} % con apalancamiento ${write.number(leverage)}), o la operación se cerraría de inmediato; era ${write.number(value)}.`,
};
