import { TupleParam } from "@clickhouse/client";

/** The values of one statement. The server binds them, so no value of a question is ever in its text. */
export class Params {
  readonly values: Record<string, unknown> = {};
  #count = 0;

  #bind(type: string, value: unknown): string {
    const name = `p${this.#count}`;
    this.#count += 1;
    this.values[name] = value;
    return `{${name}:${type}}`;
  }

  string(value: string): string {
    return this.#bind("String", value);
  }

  strings(values: readonly string[]): string {
    return this.#bind("Array(String)", values);
  }

  pairs(values: readonly (readonly [string, string])[]): string {
    return this.#bind(
      "Array(Tuple(String, String))",
      values.map((pair) => new TupleParam(pair)),
    );
  }

  number(value: number): string {
    return this.#bind("Int64", value);
  }

  float(value: number): string {
    return this.#bind("Float64", value);
  }

  floats(values: readonly number[]): string {
    return this.#bind("Array(Float64)", values);
  }

  numbers(values: readonly number[]): string {
    return this.#bind("Array(Int64)", values);
  }
}
