/** A day of a history. `index`: hundredths of the highest day; null: too little to say. */
export interface Day {
  date: string;
  index: number | null;
}
